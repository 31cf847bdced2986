/// The items of a HEIF or AVIF file: what they are, where they lie, how they refer to each other.
///
/// Source: ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9.
final class ItemTable {
    struct Item {
        var type: FourCC
        var contentType = ""
        var offset: Int
    }

    /// A reference from one item to others.
    struct Reference {
        var kind: FourCC
        var from: Int
        var to: [Int]
    }

    struct Extent {
        var isInData: Bool
        var offset: Int
        var length: Int
    }

    var primary: Int?
    var items: [Int: Item] = [:]
    var extents: [Int: [Extent]] = [:]
    var references: [Reference] = []
    /// Properties in the order of their numbers, from 1.
    var properties: [Box] = []
    var associations: [Int: [Int]] = [:]
    /// The data box inside the metadata.
    var data: Region?

    /// Items that stand for the picture: the primary and its alpha, and what they are put together from.
    var shown: Set<Int> {
        guard let primary else { return [] }
        let alpha = references.filter { $0.kind == "auxl" && $0.to.contains(primary) && isAlpha($0.from) }.map(\.from)
        var result = Set([primary] + alpha)
        var open = Array(result)
        while let item = open.popLast() {
            for reference in references where reference.kind == "dimg" && reference.from == item {
                for part in reference.to where result.insert(part).inserted { open.append(part) }
            }
        }
        return result
    }

    /// The type of an auxiliary picture, empty for any other.
    func auxiliaryType(of item: Int) -> String {
        properties(of: item).first { $0.type == "auxC" }.map {
            String(decoding: $0.body.bytes(4, 256).prefix { $0 != 0 }, as: UTF8.self)
        } ?? ""
    }

    private func isAlpha(_ item: Int) -> Bool {
        let name = auxiliaryType(of: item)
        return name.hasSuffix(":alpha") || name.hasSuffix("hevc:2015:auxid:1")
    }

    func properties(of item: Int) -> [Box] {
        (associations[item] ?? []).compactMap { $0 >= 1 && $0 <= properties.count ? properties[$0 - 1] : nil }
    }

    func readItems(_ body: Region) {
        let wide = (body.u8(0) ?? 0) > 0
        Boxes.each(in: body, from: wide ? 8 : 6) { [self] box in
            guard box.type == "infe", let version = box.body.u8(0), version >= 2 else { return }
            let idBytes = version == 2 ? 2 : 4
            guard let id = box.body.number(4, idBytes), let type = box.body.code(6 + idBytes) else { return }
            var item = Item(type: type, offset: box.body.start)
            if type == "mime" {
                // A name, then the content type, both terminated.
                let rest = box.body.bytes(10 + idBytes, 512).split(separator: 0, omittingEmptySubsequences: false)
                if rest.count > 1 { item.contentType = String(decoding: rest[1], as: UTF8.self) }
            }
            items[id] = item
        }
    }

    func readReferences(_ body: Region) {
        let idBytes = body.u8(0) == 0 ? 2 : 4
        Boxes.each(in: body, from: 4) { [self] box in
            guard let from = box.body.number(0, idBytes), let count = box.body.u16(idBytes) else { return }
            var to: [Int] = []
            for index in 0..<count {
                guard let item = box.body.number(idBytes + 2 + index * idBytes, idBytes), body.file.spend()
                else { return }
                to.append(item)
            }
            references.append(Reference(kind: box.type, from: from, to: to))
        }
    }

    func readLocations(_ body: Region) {
        let version = body.u8(0) ?? 0
        let sizes = body.u16(4) ?? 0
        let (offsetSize, lengthSize) = (sizes >> 12, (sizes >> 8) & 15)
        let (baseSize, indexSize) = ((sizes >> 4) & 15, version > 0 ? sizes & 15 : 0)
        let idBytes = version < 2 ? 2 : 4
        guard let count = body.number(6, idBytes) else { return }
        var place = 6 + idBytes
        for _ in 0..<count {
            guard let id = body.number(place, idBytes), body.file.spend() else { return }
            place += idBytes
            let method = version > 0 ? (body.u16(place) ?? 0) & 15 : 0
            place += version > 0 ? 4 : 2
            let base = baseSize == 0 ? 0 : body.number(place, min(8, baseSize)) ?? 0
            place += baseSize
            guard let extentCount = body.u16(place) else { return }
            place += 2
            for _ in 0..<extentCount {
                guard body.file.spend() else { return }
                place += indexSize
                let offset = offsetSize == 0 ? 0 : body.number(place, min(8, offsetSize))
                let length = lengthSize == 0 ? 0 : body.number(place + offsetSize, min(8, lengthSize))
                guard let offset, let length, base <= Int.max - offset else { return }
                place += offsetSize + lengthSize
                extents[id, default: []].append(Extent(isInData: method == 1, offset: base + offset, length: length))
            }
        }
    }

    func readAssociations(_ body: Region) {
        let (version, flags) = (body.u8(0) ?? 0, body.u8(3) ?? 0)
        let (idBytes, indexBytes) = (version < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
        guard let count = body.u32(4) else { return }
        var place = 8
        for _ in 0..<count {
            guard let id = body.number(place, idBytes), let entries = body.u8(place + idBytes), body.file.spend()
            else { return }
            place += idBytes + 1
            for _ in 0..<entries {
                guard let raw = body.number(place, indexBytes) else { return }
                // The highest bit says that the property is essential.
                associations[id, default: []].append(raw & (indexBytes == 2 ? 0x7FFF : 0x7F))
                place += indexBytes
            }
        }
    }
}
