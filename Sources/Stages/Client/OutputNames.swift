import Documents

/// Gives out the names below an output folder, none of them twice.
struct OutputNames {
    private let choice: NameChoice
    /// Names given and folders needed, as a file system that ignores case sees them.
    private var taken: Set<CollisionKey> = []
    /// The number that a name's next double gets, so that a thousand doubles are not counted a thousand times.
    private var nextNumber: [CollisionKey: Int] = [:]
    private var running = 0

    init(items: [IntakeItem], choice: NameChoice) {
        self.choice = choice
        guard choice == .keep else { return }
        // A file must not take the place of a folder that another file needs.
        for item in items {
            var folder = item.relative.parent
            while !folder.bytes.isEmpty, taken.insert(OutputName.key(folder.bytes)).inserted { folder = folder.parent }
        }
    }

    /// The way to this item's result below the output folder.
    mutating func next(for item: IntakeItem, format: MediaFormat?) -> BytePath {
        let ending = OutputName.fileExtension(item.relative.fileExtension, format: format)
        guard choice == .keep else {
            running += 1
            // Neither the folders nor the spelling of the extension may tell anything.
            let plain = format.map { OutputName.fileExtension([], format: $0) } ?? ending
            return BytePath(bytes: OutputName.make(stem: OutputName.neutral(running), number: 1, fileExtension: plain))
        }
        return free(folder: item.relative.parent, stem: item.relative.stem, fileExtension: ending)
    }

    private mutating func free(folder: BytePath, stem: [UInt8], fileExtension: [UInt8]) -> BytePath {
        let first = OutputName.make(stem: stem, number: 1, fileExtension: fileExtension)
        let family = OutputName.key(folder.appending(BytePath(bytes: first)).bytes)
        var number = nextNumber[family, default: 1]
        while true {
            let name = OutputName.make(stem: stem, number: number, fileExtension: fileExtension)
            let path = folder.appending(BytePath(bytes: name))
            number += 1
            if taken.insert(OutputName.key(path.bytes)).inserted {
                nextNumber[family] = number
                return path
            }
        }
    }
}
