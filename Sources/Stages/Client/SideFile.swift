/// A file that a command writes beside covered photos and videos: report, timeline, contact sheet, trace.
package struct SideFile: Hashable, Sendable {
    /// What may be done to a file that is there already.
    package enum Replacing: Hashable, Sendable {
        /// A report is written anew with each run.
        case allowed
        /// A timeline may hold a person's review; only an empty file is taken for free.
        case refused
    }

    package var path: BytePath
    package var replacing: Replacing

    package init(path: BytePath, replacing: Replacing) {
        self.path = path
        self.replacing = replacing
    }

    /// Refuses a place where the file would replace an input, a result, or what must stay; before any work.
    ///
    /// - Parameters:
    ///   - inputs: identities of everything that is read.
    ///   - results: the planned outputs.
    /// - Throws: ``ClientError``.
    package func requirePlace(inputs: Set<FileIdentity>, results: [PlannedOutput] = []) throws(ClientError) {
        if results.contains(where: { $0.output == path }) {
            throw .sameFileTwice("\(path): two files would be written here: give them different names")
        }
        if path.endsInSlash { throw .outputIsFolder(path) }
        for following in [false, true] {
            switch FileSystem.facts(path, following: following) {
            case .success(let facts): try requirePlace(facts, inputs: inputs)
            case .failure(let failure) where failure.code.isAbsence: break
            case .failure(let failure) where failure.code.isBlockedWay: throw .outputInTheWay(path)
            case .failure(let failure): throw .unreachableOutput(path, reason: failure.code.words)
            }
        }
    }

    private func requirePlace(_ facts: FileFacts, inputs: Set<FileIdentity>) throws(ClientError) {
        if inputs.contains(facts.identity) { throw .outputIsInput(path) }
        if facts.kind == .folder { throw .outputIsFolder(path) }
        if replacing == .refused, facts.kind == .file, facts.bytes > 0 { throw .outputExists(path, others: 0) }
    }
}

extension ScanRequest {
    /// The files that the scan writes where the person said.
    package var sideFiles: [SideFile] {
        [output, sheet].compactMap { path in
            path.map { SideFile(path: $0, replacing: overwrite ? .allowed : .refused) }
        }
    }

    /// Refuses, before any work, a place where timeline or sheet would replace anything that must stay.
    ///
    /// - Throws: ``ClientError``.
    package func requirePlaces() throws(ClientError) {
        var inputs: Set<FileIdentity> = []
        if case .success(let facts) = FileSystem.facts(input, following: true) { inputs.insert(facts.identity) }
        for file in sideFiles {
            try file.requirePlace(inputs: inputs)
            // They appear as new files, so not even an empty one may be there.
            if !overwrite, case .success = FileSystem.facts(file.path, following: false) {
                throw .outputExists(file.path, others: 0)
            }
        }
    }
}
