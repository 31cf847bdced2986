import Documents

/// One photo or video to be worked on.
package struct IntakeItem: Hashable, Sendable {
    /// As it can be opened: the input as given, with the way below it.
    package var path: BytePath
    /// Where it stands below the output folder: its name, or its way below the input folder.
    package var relative: BytePath
    /// What its content, else its name, says it is; nil for a file that was named but looks like no media.
    package var format: MediaFormat?
    package var identity: FileIdentity

    package init(path: BytePath, relative: BytePath, format: MediaFormat?, identity: FileIdentity) {
        self.path = path
        self.relative = relative
        self.format = format
        self.identity = identity
    }
}

/// A file or folder that was found and is not worked on.
package struct IntakeLeftOut: Hashable, Sendable {
    package var path: BytePath
    /// Skipped, or failed where a folder could not be read.
    package var state: ItemState
    package var reason: String
    package var code: ItemCode

    package init(path: BytePath, state: ItemState = .skipped, reason: String, code: ItemCode) {
        self.path = path
        self.state = state
        self.reason = reason
        self.code = code
    }
}

/// Finds what a command line's inputs stand for.
///
/// A file that was named is always an item, whatever it looks like: who names a file wants an answer about it. Folders
/// are searched in order of bytes; in them hidden files, side files, links and what is no media are left out, each
/// with its reason.
package struct Intake: Sendable {
    package private(set) var items: [IntakeItem] = []
    package private(set) var leftOut: [IntakeLeftOut] = []

    /// Deepest folder below an input folder; deeper is told as a failure instead of using up the stack.
    private static let maximumDepth = 200

    /// The folder that results go to: never searched, or a second run would cover the first one's results.
    private let outputFolder: FileIdentity?

    /// Searches the inputs.
    ///
    /// Blocks: on the file system only.
    /// - Parameter outputFolder: identity of the output folder where it exists already.
    /// - Throws: ``ClientError`` for an input that does not exist or holds nothing at all.
    package init(inputs: [BytePath], outputFolder: FileIdentity?) throws(ClientError) {
        self.outputFolder = outputFolder
        for input in inputs {
            let found = items.count + leftOut.count
            let facts = try Self.facts(input)
            switch facts.kind {
            case .file: addNamed(input, facts)
            case .folder:
                search(input, relative: BytePath(bytes: []), depth: 0)
                guard items.count + leftOut.count > found else { throw .nothingFound(input) }
            case .link, .other: throw .inputNotAFile(input)
            }
        }
    }

    private static func facts(_ input: BytePath) throws(ClientError) -> FileFacts {
        switch FileSystem.facts(input, following: true) {
        case .success(let facts): return facts
        case .failure(let failure) where failure.code.isAbsence || failure.code.isBlockedWay:
            throw .noSuchInput(input)
        case .failure(let failure): throw .unreachableInput(input, reason: failure.code.words)
        }
    }

    private mutating func addNamed(_ input: BytePath, _ facts: FileFacts) {
        items.append(
            IntakeItem(
                path: input, relative: BytePath(bytes: input.lastComponent), format: Self.format(of: input),
                identity: facts.identity
            )
        )
    }

    private mutating func search(_ folder: BytePath, relative: BytePath, depth: Int) {
        guard depth <= Self.maximumDepth else {
            fail(folder, "it lies more than \(Self.maximumDepth) folders deep")
            return
        }
        switch FileSystem.names(in: folder) {
        case .failure(let failure): fail(folder, "the folder cannot be read (\(failure.code.words))")
        case .success(let names):
            for name in names {
                let name = BytePath(bytes: name)
                visit(folder.appending(name), relative: relative.appending(name), depth: depth)
            }
        }
    }

    private mutating func visit(_ path: BytePath, relative: BytePath, depth: Int) {
        let name = path.lastComponent
        if name.starts(with: Array("._".utf8)) {
            skip(path, "it is a side file of another file", .sideFile)
            return
        }
        if name.starts(with: Array(".".utf8)) {
            skip(path, "it is hidden", .hidden)
            return
        }
        switch FileSystem.facts(path, following: false) {
        case .failure(let failure): fail(path, "it cannot be looked at (\(failure.code.words))")
        case .success(let facts): visit(path, relative: relative, depth: depth, facts)
        }
    }

    private mutating func visit(_ path: BytePath, relative: BytePath, depth: Int, _ facts: FileFacts) {
        switch facts.kind {
        case .link: skip(path, "it is a symbolic link, which may lead out of the folder", .symbolicLink)
        case .other: skip(path, "it is not a file", .notAFile)
        case .folder where facts.identity == outputFolder:
            skip(path, "it is the folder for the results", .outputFolder)
        case .folder: search(path, relative: relative, depth: depth + 1)
        case .file where Self.looksLikeMedia(path):
            items.append(
                IntakeItem(
                    path: path, relative: relative, format: Self.format(of: path), identity: facts.identity
                )
            )
        case .file: skip(path, "it is neither a photo nor a video", .notMedia)
        }
    }

    private mutating func skip(_ path: BytePath, _ reason: String, _ code: ItemCode) {
        leftOut.append(IntakeLeftOut(path: path, reason: reason, code: code))
    }

    private mutating func fail(_ path: BytePath, _ reason: String) {
        leftOut.append(IntakeLeftOut(path: path, state: .failed, reason: reason, code: .unreadable))
    }
}

extension Intake {
    /// What a file is: its content decides, where that says nothing its name.
    ///
    /// A raw photo has the signature of TIFF, so there the name decides.
    static func format(of path: BytePath) -> MediaFormat? {
        let named = MediaFormat(fileExtension: path.fileExtension)
        guard case .success(let head) = FileSystem.head(of: path, count: MediaFormat.contentBytes),
            let shown = MediaFormat(content: head)
        else { return named }
        if shown == .tiff, named == .raw { return .raw }
        // The brands of MP4, 3GP and QuickTime overlap: a file that claims to be one of them is left its claim.
        let boxed: [MediaFormat] = [.mp4, .mov, .threeGP]
        if let named, boxed.contains(shown), boxed.contains(named) { return named }
        return shown
    }

    /// Whether a file in a searched folder is worked on: by name or by content.
    ///
    /// A file with the name of a photo and the content of something else is: it fails by name instead of vanishing.
    static func looksLikeMedia(_ path: BytePath) -> Bool {
        let name = path.fileExtension
        if MediaFormat.isAudio(fileExtension: name) { return false }
        if MediaFormat(fileExtension: name) != nil, !MediaFormat.isAmbiguous(fileExtension: name) { return true }
        guard case .success(let head) = FileSystem.head(of: path, count: MediaFormat.contentBytes) else { return false }
        return MediaFormat(content: head) != nil
    }
}
