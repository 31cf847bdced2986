import TimelineCore

/// The words for ``MediaKind`` in documents.
package enum MediaKindName: String, Sendable, Codable, CaseIterable {
    case photo, video

    package init(_ kind: MediaKind) {
        switch kind {
        case .photo: self = .photo
        case .video: self = .video
        }
    }

    package var kind: MediaKind {
        switch self {
        case .photo: .photo
        case .video: .video
        }
    }
}

/// The words for ``SampleOrigin`` in documents.
package enum SampleOriginName: String, Sendable, Codable, CaseIterable {
    case detected, tracked, interpolated

    package init(_ origin: SampleOrigin) {
        switch origin {
        case .detected: self = .detected
        case .tracked: self = .tracked
        case .interpolated: self = .interpolated
        }
    }

    package var origin: SampleOrigin {
        switch self {
        case .detected: .detected
        case .tracked: .tracked
        case .interpolated: .interpolated
        }
    }
}

/// The words for ``FaceOrigin`` in documents.
package enum FaceOriginName: String, Sendable, Codable, CaseIterable {
    case detected, manual, verifier

    package init(_ origin: FaceOrigin) {
        switch origin {
        case .detected: self = .detected
        case .manual: self = .manual
        case .verifier: self = .verifier
        }
    }

    package var origin: FaceOrigin {
        switch self {
        case .detected: .detected
        case .manual: .manual
        case .verifier: .verifier
        }
    }
}

/// The passes over an item that read or write pictures; the last only in a scan that writes a contact sheet.
package enum PassName: String, Sendable, Codable, CaseIterable {
    case analyze, render, verify, sheet
}
