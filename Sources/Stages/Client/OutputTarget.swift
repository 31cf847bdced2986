/// What `--output` names: a folder, there or to be made, or a file.
struct OutputTarget {
    private let path: BytePath
    private let facts: FileFacts?

    /// - Throws: ``ClientError/unreachableOutput(_:reason:)``, ``ClientError/outputInTheWay(_:)``.
    init(_ path: BytePath) throws(ClientError) {
        self.path = path
        switch FileSystem.facts(path, following: true) {
        case .success(let facts): self.facts = facts
        case .failure(let failure) where failure.code.isAbsence: facts = nil
        case .failure(let failure) where failure.code.isBlockedWay: throw .outputInTheWay(path)
        case .failure(let failure): throw .unreachableOutput(path, reason: failure.code.words)
        }
    }

    /// Whether it is the name of a file: one is there, or nothing is and the name ends like that of a photo or video.
    var isFileName: Bool {
        if path.endsInSlash { return false }
        if let facts { return facts.kind != .folder }
        return MediaFormat(fileExtension: path.fileExtension) != nil
    }

    /// The folder's identity, nil where it is still to be made.
    var folder: FileIdentity? { facts?.kind == .folder ? facts?.identity : nil }

    /// Refuses a place where something other than a folder is.
    func requireFolder() throws(ClientError) {
        if let facts, facts.kind != .folder { throw .outputNotAFolder(path) }
    }
}
