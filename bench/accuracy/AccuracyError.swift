/// Why nothing was measured.
enum AccuracyError: Error {
    case usage
    /// The stream is no binary pixmap of 8 bits a channel, or it ends within one.
    case stream(String)
    case truth(line: String)
    case colour(String)
}
