/// One picture item, with alpha a second one; the boxes that it needs; media data that is wholly theirs.
final class OwnHEIF {
    private let region: Region
    private let isAVIF: Bool
    private let table = ItemTable()
    private var mediaData: [Range<Int>] = []

    private static let alphaNames = ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"]

    init(_ region: Region, isAVIF: Bool) {
        self.region = region
        self.isAVIF = isAVIF
    }

    func check() {
        let end = Boxes.each(in: region) { box in
            switch box.type {
            case "ftyp": checkBrands(box.body)
            case "meta": checkMeta(box.body)
            case "mdat": mediaData.append(box.end - box.body.count..<box.end)
            default: box.body.unexpectedPart("box \(box.type.shown)")
            }
        }
        region.expectEnd(at: end)
        checkItems()
        checkData()
    }

    private func checkBrands(_ body: Region) {
        let allowed: Set<FourCC> = isAVIF ? ["avif", "mif1", "miaf", "MA1B", "MA1A"] : ["heic", "heix", "mif1", "miaf"]
        for offset in stride(from: 0, to: body.count, by: 4) where offset != 4 {
            guard let brand = body.code(offset), allowed.contains(brand) else {
                body.unexpectedValue("ftyp", offset)
                return
            }
        }
        if body.u32(4) != 0 { body.unexpectedValue("ftyp", 4) }
    }

    private func checkMeta(_ body: Region) {
        let end = Boxes.each(in: body, from: 4) { [table] box in
            switch box.type {
            case "hdlr": if box.body.count != 25 || !box.body.isZero(12) { box.body.unexpectedValue("hdlr") }
            case "pitm": table.primary = box.body.u16(4)
            case "iloc": table.readLocations(box.body)
            case "iinf":
                table.readItems(box.body)
                Boxes.each(in: box.body, from: 6) { if $0.body.count > 13 { $0.body.unexpectedValue("infe") } }
            case "iref": table.readReferences(box.body)
            case "iprp": checkProperties(box.body)
            default: box.body.unexpectedPart("box \(box.type.shown) in meta")
            }
        }
        body.expectEnd(at: end)
    }

    private func checkProperties(_ body: Region) {
        let end = Boxes.each(in: body) { [table] box in
            switch box.type {
            case "ipma": table.readAssociations(box.body)
            case "ipco":
                let end = Boxes.each(in: box.body) { property in
                    table.properties.append(property)
                    checkProperty(property)
                }
                box.body.expectEnd(at: end)
            default: box.body.unexpectedPart("box \(box.type.shown) in iprp")
            }
        }
        body.expectEnd(at: end)
    }

    private func checkProperty(_ box: Box) {
        let isFine =
            switch box.type {
            case "hvcC": !isAVIF && box.body.count < 1024
            case "av1C": isAVIF && box.body.count < 256
            case "ispe": box.body.count == 12
            case "pixi": box.body.count == 5 + (box.body.u8(4) ?? 0)
            case "colr": box.body.has("nclx", at: 0) && box.body.count == 11
            case "auxC": Self.alphaNames.contains { box.body.has($0 + "\0", at: 4) && box.body.count == $0.utf8.count + 5 }
            default: false
            }
        if !isFine { box.body.unexpectedPart("property \(box.type.shown)") }
    }

    private func checkItems() {
        let wanted: FourCC = isAVIF ? "av01" : "hvc1"
        let alpha = table.references.filter { $0.kind == "auxl" }
        for (id, item) in table.items where item.type != wanted
            || id != table.primary && alpha.first?.from != id
        {
            region.file.note(.unexpectedPart, "item \(item.type.shown)", item.offset)
        }
        if table.items.count != 1 + alpha.count || table.references.count != alpha.count || alpha.count > 1 {
            region.unexpectedPart("\(table.items.count) items, \(table.references.count) references")
        }
    }

    private func checkData() {
        var used = ByteRanges()
        for (id, extents) in table.extents {
            for extent in extents {
                if extent.isInData || table.items[id] == nil { region.unexpectedPart("data of item \(id)") }
                used.add(extent.offset, extent.length)
                guard let picture = region.slice(extent.offset, extent.length) else { continue }
                let shape = isAVIF ? UnitShape(codec: .av1, lengthBytes: 0) : UnitShape(codec: .hevc, lengthBytes: 4)
                OwnUnits.check(picture, shape)
            }
        }
        if used.overlap { region.unexpectedValue("items that overlap") }
        for data in mediaData {
            for gap in used.gaps(in: data) {
                region.note(.unexpectedBytes, "\(gap.count) bytes that no item names", gap.lowerBound)
            }
        }
    }
}
