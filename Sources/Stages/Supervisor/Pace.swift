import Wire

/// How fast one pass over one item goes, measured from its first sign of progress.
struct Pace {
    let pass: PassKind
    let since: Double
    /// Frames done at the first sign, which took an unknown time.
    private var first: Int?
    var done = 0 {
        didSet { if first == nil { first = done } }
    }

    init(pass: PassKind, since: Double) {
        self.pass = pass
        self.since = since
    }

    /// 0 while nothing can be said.
    func framesPerSecond(at now: Double) -> Double {
        guard let first, done > first, now > since else { return 0 }
        return Double(done - first) / (now - since)
    }
}
