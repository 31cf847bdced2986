/// One picture item, with alpha a second one; the boxes that it needs; media data that is wholly theirs.
///
/// libheif rounds the sides of HEVC pictures up and repeats the last pixels there; a grid of one part then says how much
/// of it is the picture.
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
        let allowed: Set<FourCC> =
            isAVIF ? ["avif", "mif1", "miaf", "MA1B", "MA1A"] : ["heic", "heix", "mif1", "miaf"]
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
            case "idat": table.data = box.body
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
            case "auxC":
                Self.alphaNames.contains { box.body.has($0 + "\0", at: 4) && box.body.count == $0.utf8.count + 5 }
            default: false
            }
        if !isFine { box.body.unexpectedPart("property \(box.type.shown)") }
    }

    private func checkItems() {
        let alpha = table.references.filter { $0.kind == "auxl" }
        var used: Set<Int> = []
        var grids = 0
        for id in [table.primary] + alpha.map({ Optional($0.from) }) {
            guard let id, let parts = parts(of: id) else {
                region.unexpectedPart("item \(id.flatMap { table.items[$0]?.type.shown } ?? "")")
                continue
            }
            used.formUnion(parts)
            grids += parts.count - 1
        }
        if alpha.count > 1 || used != Set(table.items.keys) || table.references.count != alpha.count + grids {
            region.unexpectedPart("\(table.items.count) items, \(table.references.count) references")
        }
    }

    /// The items that make up a picture: itself, or a grid and its one part; nil for anything else.
    private func parts(of id: Int) -> [Int]? {
        let wanted: FourCC = isAVIF ? "av01" : "hvc1"
        if table.items[id]?.type == wanted { return [id] }
        guard table.items[id]?.type == "grid",
            let part = table.references.first(where: { $0.kind == "dimg" && $0.from == id })?.to, part.count == 1,
            table.items[part[0]]?.type == wanted, let extent = table.extents[id]?.first, extent.isInData,
            let grid = table.data?.slice(extent.offset, extent.length), isPlain(grid, of: id, part: part[0])
        else { return nil }
        return [id, part[0]]
    }

    /// One row and one column, and no more around the picture than a codec's blocks ask for.
    private func isPlain(_ grid: Region, of id: Int, part: Int) -> Bool {
        guard grid.count == 8, grid.u32(0) == 0, let width = grid.u16(4), let height = grid.u16(6),
            let whole = size(of: part), let shown = size(of: id)
        else { return false }
        return shown == (width, height) && (0..<64).contains(whole.0 - width) && (0..<64).contains(whole.1 - height)
    }

    private func size(of item: Int) -> (Int, Int)? {
        guard let box = table.properties(of: item).first(where: { $0.type == "ispe" }), let width = box.body.u32(4),
            let height = box.body.u32(8)
        else { return nil }
        return (width, height)
    }

    private func checkData() {
        var (used, inMeta) = (ByteRanges(), ByteRanges())
        for (id, extents) in table.extents {
            for extent in extents {
                if table.items[id] == nil { region.unexpectedPart("data of item \(id)") }
                if extent.isInData {
                    inMeta.add(extent.offset, extent.length)
                    continue
                }
                used.add(extent.offset, extent.length)
                guard let picture = region.slice(extent.offset, extent.length) else { continue }
                let shape = isAVIF ? UnitShape(codec: .av1, lengthBytes: 0) : UnitShape(codec: .hevc, lengthBytes: 4)
                OwnUnits.check(picture, shape)
            }
        }
        if used.overlap || inMeta.overlap { region.unexpectedValue("items that overlap") }
        for data in mediaData { noteGaps(used, in: data, region) }
        if let data = table.data { noteGaps(inMeta, in: 0..<data.count, data) }
    }

    private func noteGaps(_ used: ByteRanges, in whole: Range<Int>, _ holder: Region) {
        for gap in used.gaps(in: whole) {
            holder.note(.unexpectedBytes, "\(gap.count) bytes that no item names", gap.lowerBound)
        }
    }
}
