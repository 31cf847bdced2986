/// One of the eight display matrices that turn and mirror a picture by quarter turns.
struct Matrix: Sendable {
    let name: String
    /// Its place among the eight.
    let place: Int
    /// The filter that brings the upright picture into the form that the matrix turns upright.
    let undone: String
    /// The upper left 2 x 2 of the matrix, whole numbers: x' = a x + c y, y' = b x + d y.
    private let a: Int32, b: Int32, c: Int32, d: Int32

    static let all = [
        Matrix(name: "none", place: 1, undone: "null", a: 1, b: 0, c: 0, d: 1),
        Matrix(name: "mirrored", place: 2, undone: "hflip", a: -1, b: 0, c: 0, d: 1),
        Matrix(name: "half a turn", place: 3, undone: "hflip,vflip", a: -1, b: 0, c: 0, d: -1),
        Matrix(name: "upside down, mirrored", place: 4, undone: "vflip", a: 1, b: 0, c: 0, d: -1),
        Matrix(name: "over the falling diagonal", place: 5, undone: "transpose=cclock_flip", a: 0, b: 1, c: 1, d: 0),
        Matrix(name: "a quarter turn to the right", place: 6, undone: "transpose=cclock", a: 0, b: 1, c: -1, d: 0),
        Matrix(name: "over the rising diagonal", place: 7, undone: "transpose=clock_flip", a: 0, b: -1, c: -1, d: 0),
        Matrix(name: "a quarter turn to the left", place: 8, undone: "transpose=clock", a: 0, b: -1, c: 1, d: 0),
    ]

    /// Writes the matrix into the first track header. Source: ISO/IEC 14496-12, 8.3.2 (version 0: at byte 40 of the box's
    /// content).
    func put(into film: [UInt8]) throws -> [UInt8] {
        var film = film
        let name = Array("tkhd".utf8)
        guard let start = film.indices.first(where: { film[$0...].starts(with: name) }), film[start + 4] == 0 else {
            throw TestFault("no track header")
        }
        let numbers = [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30]
        for (index, number) in numbers.enumerated() {
            let bits = UInt32(bitPattern: number)
            for byte in 0..<4 {
                film[start + 44 + index * 4 + byte] = UInt8(truncatingIfNeeded: bits >> UInt32(24 - 8 * byte))
            }
        }
        return film
    }
}
