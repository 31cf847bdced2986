/// Where a track's media lie: in this file, or elsewhere.
enum DataReferences {
    static func note(_ body: Region) {
        Boxes.each(in: body, from: 8) { entry in
            // The lowest flag says "in this file".
            let isHere = (entry.body.u8(3) ?? 1) & 1 == 1
            if !isHere || entry.body.count > 4 && !entry.body.isZero(4) {
                entry.body.note(.externalReference, "dref \(entry.type.shown)")
            }
        }
    }
}
