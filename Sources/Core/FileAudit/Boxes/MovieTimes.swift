/// Times of making and changing, in `mvhd`, `tkhd` and `mdhd`.
enum MovieTimes {
    static func note(_ box: Box) {
        let size = box.body.u8(0) == 1 ? 8 : 4
        if !box.body.isZero(4, 2 * size) { box.body.note(.movieDate, box.type.shown, 4) }
    }
}
