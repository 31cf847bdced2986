/// Names what an EXIF block holds: directories, their thumbnail, the place, and what belongs to the camera's maker.
struct EXIFWalker {
    private let directories: TIFFDirectories
    private let region: Region
    private var visited: Set<Int> = []
    /// A whole TIFF file, whose first directory is the picture itself.
    private let isFile: Bool

    /// Looks through a block that begins with the byte-order mark.
    static func run(_ region: Region) {
        region.note(.exif, "EXIF")
        guard let directories = TIFFDirectories(region) else {
            region.note(.damaged, "EXIF without a head")
            return
        }
        var walker = EXIFWalker(directories, isFile: false)
        walker.walkChain()
    }

    init(_ directories: TIFFDirectories, isFile: Bool) {
        self.directories = directories
        region = directories.region
        self.isFile = isFile
    }

    mutating func walkChain() {
        var next = directories.first ?? 0
        var number = 0
        while next != 0, number < 4096 {
            guard let following = walk(next, number == 0 ? "IFD0" : "IFD\(number)") else { return }
            if number > 0, isFile { region.note(.extraImages, "page \(number + 1)", next) }
            next = following
            number += 1
        }
    }

    /// Looks through one directory; gives the offset of the next.
    private mutating func walk(_ offset: Int, _ name: String, depth: Int = 0) -> Int? {
        guard visited.insert(offset).inserted, depth < 6 else { return nil }
        guard let (entries, next) = directories.directory(at: offset) else {
            region.note(.damaged, "\(name) does not lie inside", min(offset, region.count))
            return nil
        }
        for entry in entries { note(entry, name, depth) }
        return next
    }

    private mutating func note(_ entry: TIFFEntry, _ name: String, _ depth: Int) {
        switch entry.tag {
        case 0x8769, 0xA005: follow(entry, entry.tag == 0x8769 ? "Exif" : "Interop", depth)
        case 0x8825: noteGPS(entry)
        case 0x014A:
            if isFile { region.note(.extraImages, "\(name) SubIFD", entry.offset) }
            for index in 0..<min(64, entry.length / max(1, entry.elementSize)) {
                if let offset = directories.value(entry, index) { _ = walk(offset, "SubIFD", depth: depth + 1) }
            }
        case 0x0201,
            0x0111 where name == "IFD1" && !isFile:
            region.note(.exifThumbnail, "\(name) \(EXIFTags.name(entry.tag))", entry.offset)
        case 0x02BC: if let content = directories.content(entry) { XMPScan.run(content) }
        case 0x83BB: if let content = directories.content(entry) { IPTCWalker.run(content) }
        case 0x8649: if let content = directories.content(entry) { PhotoshopWalker.run(content) }
        case 0x8773: if let content = directories.content(entry) { ICCScan.run(content) }
        default: noteOther(entry, name)
        }
    }

    private mutating func noteOther(_ entry: TIFFEntry, _ name: String) {
        guard let code = EXIFTags.code(entry.tag) else { return }
        if code == .exifMakerNote, let content = directories.content(entry) { noteAppleContent(content) }
        // A field of blanks or zeros says nothing.
        if let content = directories.content(entry)?.bytes(0, 4096), content.allSatisfy({ $0 == 0 || $0 == 0x20 }) {
            return
        }
        region.note(code, "\(name) \(EXIFTags.name(entry.tag))", entry.offset)
    }

    private mutating func follow(_ entry: TIFFEntry, _ name: String, _ depth: Int) {
        if let offset = directories.value(entry) { _ = walk(offset, name, depth: depth + 1) }
    }

    /// A directory that holds more than its own version.
    private mutating func noteGPS(_ entry: TIFFEntry) {
        guard let offset = directories.value(entry), let (entries, _) = directories.directory(at: offset) else {
            region.note(.exifGPS, "a GPS directory that cannot be read", entry.offset)
            return
        }
        if entries.contains(where: { $0.tag != 0 }) { region.note(.exifGPS, "GPS directory", offset) }
    }

    /// Apple's note is a directory of its own; tag 17 is the number that a live photo shares with its video.
    private func noteAppleContent(_ note: Region) {
        guard note.has("Apple iOS", at: 0), let count = note.u16(14) else { return }
        for index in 0..<min(count, 256) where note.u16(16 + index * 12) == 17 {
            region.note(.exifContentID, "Apple note, tag 17")
        }
    }
}
