/// A HEIF or AVIF file: its items, their properties, and what is stored beside the picture.
///
/// Source: ISO/IEC 23008-12; MIAF (ISO/IEC 23000-22); Apple's auxiliary types by their URNs.
final class ItemFileWalker {
    private let region: Region
    private let table = ItemTable()
    private var mediaData: [Range<Int>] = []
    private var hasSequence = false

    init(_ region: Region) { self.region = region }

    func run() {
        let end = Boxes.each(in: region) { walkTop($0) }
        if end < region.count {
            if region.u32(end) ?? 0 > region.count - end, ["mdat", "meta", "moov"].contains(region.code(end + 4)) {
                region.note(.damaged, "a box that breaks off", end)
            } else {
                TrailerScan(region.from(end), depth: 0).run()
            }
        }
        if table.primary == nil { region.note(.damaged, "no primary picture") }
        noteItems()
        accountForData()
    }

    private func walkTop(_ box: Box) {
        switch box.type {
        case "ftyp", "styp": break
        case "meta": walkMeta(box.body)
        case "mdat": mediaData.append(box.end - box.body.count..<box.end)
        case "moov":
            hasSequence = true
            region.note(.motionVideo, "box moov", box.start)
            MovieWalker(region.from(box.start).first(box.end - box.start), depth: 2).run()
        case "mpvd":
            region.note(.motionVideo, "box mpvd", box.start)
            MovieWalker(box.body, depth: 1).run()
        default: CommonBoxes.note(box, in: "the file")
        }
    }

    private func walkMeta(_ body: Region) {
        let end = Boxes.each(in: body, from: 4) { [table] box in
            switch box.type {
            case "hdlr": if !box.body.from(24).isZero() { box.body.note(.movieHandlerName, "hdlr in meta", 24) }
            case "pitm": table.primary = box.body.number(4, box.body.u8(0) == 0 ? 2 : 4)
            case "iinf": table.readItems(box.body)
            case "iloc": table.readLocations(box.body)
            case "iref": table.readReferences(box.body)
            case "idat": table.data = box.body
            case "iprp": walkProperties(box.body)
            case "grpl": walkGroups(box.body)
            case "dinf": Boxes.each(in: box.body) { if $0.type == "dref" { DataReferences.note($0.body) } }
            default: CommonBoxes.note(box, in: "meta")
            }
        }
        Boxes.noteRest(body, end, "meta")
    }

    private func walkProperties(_ body: Region) {
        Boxes.each(in: body) { [table] box in
            switch box.type {
            case "ipma": table.readAssociations(box.body)
            case "ipco":
                Boxes.each(in: box.body) { property in
                    table.properties.append(property)
                    noteProperty(property)
                }
            default: CommonBoxes.note(box, in: "iprp")
            }
        }
    }

    private func noteProperty(_ box: Box) {
        let body = box.body
        switch box.type {
        case "colr" where ["prof", "rICC"].contains(body.code(0)): ICCScan.run(body.from(4))
        case "colr", "ispe", "pixi", "pasp", "irot", "imir", "av1C", "avcC", "jpgC", "rloc", "lsel", "clli", "mdcv",
            "cclv", "amve", "a1op", "a1lx", "oinf", "tols", "auxC", "rrtp", "vvcC":
            break
        case "hvcC": UnitScanner.scanParameterArrays(body)
        case "lhvC": body.note(.movieExtraLayer, "lhvC")
        case "clap": body.note(.hiddenPixels, "clap")
        case "udes", "altt": body.note(.text, "property \(box.type.shown)")
        case "crtt", "mdft": body.note(.time, "property \(box.type.shown)")
        case "cmin", "cmex", "expt", "wbal", "foci", "aebr", "afbr", "dobr", "iscl":
            body.note(.exifDevice, "property \(box.type.shown)")
        case "uuid": CommonBoxes.note(box, in: "ipco")
        default: body.note(.unknownPart, "property \(box.type.shown)")
        }
    }

    private func walkGroups(_ body: Region) {
        Boxes.each(in: body) { group in
            if group.type == "ster" { group.body.note(.extraImages, "stereo pair") }
        }
    }

    // MARK: - Items

    private func noteItems() {
        let shown = table.shown
        let kinds = Dictionary(
            table.references.map { ($0.from, $0.kind) }, uniquingKeysWith: { first, _ in first }
        )
        for (id, item) in table.items.sorted(by: { $0.key < $1.key }) {
            switch item.type {
            case "Exif": noteEXIF(id)
            case "mime": noteMIME(id, item)
            case "uri ": region.file.note(.application, "item uri", item.offset)
            case "tmap": region.file.note(.gainMap, "item tmap", item.offset)
            case "iovl": region.file.note(.hiddenPixels, "item iovl", item.offset)
            default:
                if !shown.contains(id) { noteImage(id, item, kinds[id]) }
                if item.type == "grid" { noteGrid(id, item) }
            }
        }
    }

    /// A picture that is not the one shown.
    private func noteImage(_ id: Int, _ item: ItemTable.Item, _ kind: FourCC?) {
        let file = region.file
        switch kind {
        case "thmb": file.note(.thumbnail, "item thmb", item.offset)
        case "auxl": noteAuxiliary(id, item)
        default:
            // A part of a gain map or of another picture that is itself noted.
            let isPart = table.references.contains { $0.kind == "dimg" && $0.to.contains(id) }
            file.note(.extraImages, isPart ? "a part of another picture" : "item \(item.type.shown)", item.offset)
        }
    }

    /// A grid that names more parts than it has places, or that cuts off a whole part, hides pictures.
    private func noteGrid(_ id: Int, _ item: ItemTable.Item) {
        guard let grid = content(id), let rows = grid.u8(2), let columns = grid.u8(3) else { return }
        let parts = table.references.filter { $0.kind == "dimg" && $0.from == id }.flatMap(\.to)
        let size = (grid.u8(1) ?? 0) & 1 == 1 ? 4 : 2
        var cutsOff = false
        if let width = grid.number(4, size), let height = grid.number(4 + size, size), let part = parts.first,
            let shape = table.properties(of: part).first(where: { $0.type == "ispe" })?.body,
            let partWidth = shape.u32(4), let partHeight = shape.u32(8)
        {
            // Up to one part less one pixel is what fills the last row and column.
            cutsOff = columns * partWidth >= width && columns > 0 || rows * partHeight >= height && rows > 0
        }
        if cutsOff || parts.count != (rows + 1) * (columns + 1) {
            region.file.note(.hiddenPixels, "item grid", item.offset)
        }
    }

    private func noteAuxiliary(_ id: Int, _ item: ItemTable.Item) {
        let lower = table.auxiliaryType(of: id).lowercased()
        let kinds: [(String, AuditCode)] = [
            ("gainmap", .gainMap), ("depth", .depth), ("auxid:2", .depth), ("disparity", .depth), ("matte", .matte),
        ]
        let code = kinds.first { lower.contains($0.0) }?.1 ?? .extraImages
        region.file.note(code, "auxiliary picture", item.offset)
    }

    /// The item's bytes, where they lie in one piece.
    private func content(_ id: Int) -> Region? {
        guard let extent = table.extents[id]?.first else { return nil }
        let whole = extent.isInData ? table.data : region
        return whole?.slice(extent.offset, extent.length)
    }

    private func noteEXIF(_ id: Int) {
        guard let content = content(id), let skip = content.u32(0) else {
            region.note(.exif, "item Exif")
            return
        }
        // Some writers put the mark of JPEG's segments in front of the head, some count it, some do not.
        let block = content.from(4 + skip)
        EXIFWalker.run(block.has("Exif\0\0", at: 0) ? block.from(6) : block)
    }

    private func noteMIME(_ id: Int, _ item: ItemTable.Item) {
        if item.contentType == "application/rdf+xml", let content = content(id) {
            XMPScan.run(content)
        } else {
            region.file.note(item.contentType.contains("rdf") ? .xmp : .application, "item mime", item.offset)
        }
    }

    private func accountForData() {
        var used = ByteRanges()
        for extent in table.extents.values.joined() where !extent.isInData { used.add(extent.offset, extent.length) }
        // The samples of an image sequence lie there too; its walk accounts for them no further.
        guard !hasSequence else { return }
        for data in mediaData {
            for gap in used.gaps(in: data) where !region.isZero(gap.lowerBound, gap.count) {
                region.note(.unreferenced, "media data", gap.lowerBound)
                return
            }
        }
    }
}
