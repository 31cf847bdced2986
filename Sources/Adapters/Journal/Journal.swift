import CSQLite

/// Why the journal could not be read or written.
package enum JournalError: Error, Equatable, Sendable {
    /// SQLite's result code and text, and what was being done.
    case database(code: Int32, text: String, doing: String)

    package var sentence: String {
        switch self {
        case .database(_, let text, let doing): "the job journal could not be used (\(doing): \(text))"
        }
    }
}

/// The supervisor's memory of jobs and of published results: one SQLite file in WAL mode.
///
/// Owns: the connection; closed with the object. One thread.
/// Source: sqlite3_open_v2, sqlite3_prepare_v2, sqlite3_step.
package final class Journal {
    /// A result that was published, by which a second run knows that the work is done.
    package struct Published: Equatable, Sendable {
        package var fingerprint: String
        package var outputSHA256: String

        package init(fingerprint: String, outputSHA256: String) {
            self.fingerprint = fingerprint
            self.outputSHA256 = outputSHA256
        }
    }

    private let connection: OpaquePointer

    /// Opens or makes the journal file.
    package init(path: String) throws(JournalError) {
        var handle: OpaquePointer?
        let status = sqlite3_open_v2(
            path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, nil
        )
        guard status == SQLITE_OK, let handle else {
            let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw .database(code: status, text: text, doing: "opening it")
        }
        connection = handle
        // Another supervisor of the same user may be writing.
        sqlite3_busy_timeout(handle, 5000)
        for line in Self.schema { try run(line, doing: "preparing it") }
        try addColumns()
    }

    deinit { sqlite3_close_v2(connection) }

    private static let schema = [
        "PRAGMA journal_mode=WAL",
        // A job that was taken in is still there after a power cut, so every commit reaches the disk.
        "PRAGMA synchronous=FULL",
        "CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, created INTEGER NOT NULL, "
            + "state TEXT NOT NULL, spec BLOB NOT NULL, report BLOB)",
        "CREATE TABLE IF NOT EXISTS results (output BLOB PRIMARY KEY, fingerprint TEXT NOT NULL, "
            + "output_sha256 TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS items (job INTEGER NOT NULL, item INTEGER NOT NULL, state TEXT NOT NULL, "
            + "result BLOB, PRIMARY KEY (job, item)) WITHOUT ROWID",
    ]

    /// Columns that journals of earlier versions lack.
    private static let additions = [
        ("owner", "TEXT NOT NULL DEFAULT ''"), ("detached", "INTEGER NOT NULL DEFAULT 0"),
        ("item_count", "INTEGER NOT NULL DEFAULT 0"), ("digest", "TEXT NOT NULL DEFAULT ''"), ("ended", "INTEGER"),
    ]

    private func addColumns() throws(JournalError) {
        var present: Set<String> = []
        try run("PRAGMA table_info(jobs)", doing: "preparing it") { present.insert(Self.text($0, 1)) }
        for (name, type) in Self.additions where !present.contains(name) {
            try run("ALTER TABLE jobs ADD COLUMN \(name) \(type)", doing: "preparing it")
        }
    }

    /// Remembers what was published at a path.
    package func remember(_ result: Published, at output: [UInt8]) throws(JournalError) {
        try run(
            "INSERT OR REPLACE INTO results (output, fingerprint, output_sha256) VALUES (?, ?, ?)",
            [.blob(output), .text(result.fingerprint), .text(result.outputSHA256)], doing: "remembering a result"
        )
    }

    /// What was last published at a path.
    package func published(at output: [UInt8]) throws(JournalError) -> Published? {
        var found: Published?
        try run(
            "SELECT fingerprint, output_sha256 FROM results WHERE output = ?", [.blob(output)],
            doing: "looking for a result"
        ) { row in
            found = Published(fingerprint: Self.text(row, 0), outputSHA256: Self.text(row, 1))
        }
        return found
    }

    // MARK: - Statements

    enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        case null
    }

    func run(
        _ sql: String, _ values: [Value] = [], doing: String, row: (OpaquePointer) -> Void = { _ in }
    ) throws(JournalError) {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw failure(doing)
        }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() {
            guard Self.bind(value, to: prepared, at: Int32(index + 1)) == SQLITE_OK else { throw failure(doing) }
        }
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: row(prepared)
            case SQLITE_DONE: return
            default: throw failure(doing)
            }
        }
    }

    /// The number of the row that was added last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(connection) }

    static func integer(_ row: OpaquePointer, _ column: Int32) -> Int64 { sqlite3_column_int64(row, column) }

    static func isNull(_ row: OpaquePointer, _ column: Int32) -> Bool {
        sqlite3_column_type(row, column) == SQLITE_NULL
    }

    private func failure(_ doing: String) -> JournalError {
        .database(
            code: sqlite3_extended_errcode(connection), text: String(cString: sqlite3_errmsg(connection)), doing: doing
        )
    }

    private static func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SAFETY: -1 is SQLITE_TRANSIENT, a macro that does not import: SQLite copies the bytes before it returns.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .text(let text): return sqlite3_bind_text(statement, index, text, -1, copies)
        case .null: return sqlite3_bind_null(statement, index)
        case .blob(let bytes): return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
        }
    }

    static func text(_ row: OpaquePointer, _ column: Int32) -> String {
        sqlite3_column_text(row, column).map { String(cString: $0) } ?? ""
    }

    static func blob(_ row: OpaquePointer, _ column: Int32) -> [UInt8]? {
        guard let bytes = sqlite3_column_blob(row, column) else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, column))))
    }
}
