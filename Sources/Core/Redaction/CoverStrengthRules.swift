import TimelineCore

/// How coarse a cover has to be: the one place where intensity becomes a number of cells.
package enum CoverStrengthRules {
    /// Cells across the head up to intensity 50, about five across the face. Source: PRIVACY, decisions on mosaic; and
    /// measured: with nine (six across the face) a detector still saw a face in one cover of a thousand, with eight in
    /// none.
    package static let usualCells = 8
    package static let coarsestCells = 3
    /// Faces narrower than this, in pixels, always get the coarsest setting. Source: PRIVACY, decisions.
    package static let smallFaceWidth = 48.0
    /// Cells across the face itself that no mosaic exceeds, whatever the head box. Source: PRIVACY 1.2, a detector
    /// stops seeing a face at 7 and fewer; 6.5 leaves room for a head box that is not quite 1.5 faces wide.
    package static let mostCellsAcrossFace = 6.5

    /// Cells across the head of a mosaic: 8 up to intensity 50, then evenly down to 3 at 100.
    package static func mosaicCells(intensity: Int, cover: Cover) -> Int {
        guard cover.target.width >= smallFaceWidth else { return coarsestCells }
        let beyond = min(max(intensity - 50, 0), 50)
        let wanted = usualCells - (beyond * (usualCells - coarsestCells) + 25) / 50
        guard case .face = cover.subject else { return wanted }
        let across = cover.body.width / max(cover.target.width, 1)
        let down = cover.body.height / max(cover.target.height, 1)
        guard across.isFinite, down.isFinite else { return coarsestCells }
        return min(wanted, max(1, Int(min(mostCellsAcrossFace * min(across, down), 64))))
    }

    /// Nodes across the head of a gaussian cover: 3 below intensity 60, 2 below 90, else one flat colour.
    package static func gaussianCells(intensity: Int, cover: Cover) -> Int {
        guard cover.target.width >= smallFaceWidth else { return 1 }
        return intensity < 60 ? 3 : intensity < 90 ? 2 : 1
    }

    /// How far a figure or an emoji has grown from "just fits the head box" (0) to "hides the head box" (1).
    ///
    /// 0 up to intensity 50, then in a straight line to 1 at 100. It changes looks only: the whole area is opaque
    /// beneath at any setting.
    package static func growth(intensity: Int) -> Double {
        Double(min(max(intensity - 50, 0), 50)) / 50
    }
}
