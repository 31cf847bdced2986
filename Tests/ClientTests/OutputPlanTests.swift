import Client
import Documents
import TestSupport
import Testing

@Suite struct OutputPlanTests {
    let tree: TemporaryTree
    let out: BytePath

    init() throws {
        tree = try TemporaryTree()
        out = tree.root.appending(BytePath("out"))
    }

    /// Items that need not exist: only their names matter.
    static func items(_ names: [String], _ format: MediaFormat? = nil) -> [IntakeItem] {
        names.enumerated().map { index, name in
            IntakeItem(
                path: BytePath("/in/" + name), relative: BytePath(name),
                format: format ?? MediaFormat(fileExtension: BytePath(name).fileExtension),
                identity: FileIdentity(device: 0, inode: UInt64(index) + 1)
            )
        }
    }

    private func plan(
        _ names: [String], _ settings: CoverSettings = CoverSettings(), format: MediaFormat? = nil,
        table: FormatTable = .complete
    ) throws -> [String] {
        let plan = try OutputPlan(
            items: Self.items(names, format), target: out, namedFile: false, settings: settings, table: table)
        return plan.outputs.map { String(decoding: $0.output.bytes.dropFirst(out.bytes.count + 1), as: UTF8.self) }
    }

    private func real(_ name: String, _ content: [UInt8] = Sample.jpeg) throws -> Intake {
        try Intake(inputs: [try tree.file(name, content)], outputFolder: nil)
    }

    private func planFile(
        _ intake: Intake, _ target: String, _ settings: CoverSettings = CoverSettings()
    ) throws
        -> OutputPlan
    {
        try OutputPlan(
            items: intake.items, target: tree.root.appending(BytePath(target)), namedFile: true, settings: settings)
    }

    @Test func `names and tree are kept`() throws {
        #expect(try plan(["a.JPG", "x/b.mp4", "x/y/c.jpeg"]) == ["a.JPG", "x/b.mp4", "x/y/c.jpeg"])
    }

    @Test func `names that collide are numbered, also where only case or accents differ`() throws {
        #expect(try plan(["a.jpg", "a.jpg", "A.JPG", "a-2.jpg"]) == ["a.jpg", "a-2.jpg", "A-3.JPG", "a-2-2.jpg"])
        #expect(try plan(["é.jpg", "e\u{301}.jpg"]) == ["é.jpg", "e\u{301}-2.jpg"])
        #expect(try plan(["x/a.jpg", "X/a.jpg"]) == ["x/a.jpg", "X/a-2.jpg"])
        #expect(try plan(["a.jpg", "a.png"], CoverSettings(format: .png)) == ["a.png", "a-2.png"])
    }

    @Test func `a file does not take the name of a folder`() throws {
        #expect(try plan(["a.jpg", "a.jpg/b.jpg"]) == ["a-2.jpg", "a.jpg/b.jpg"])
    }

    @Test func `no two outputs are one, whatever the inputs are called`() throws {
        let pool = ["a.jpg", "A.jpg", "a-2.jpg", "a.png", "b/a.jpg", "B/a.jpg", "a", "a.jpg/c.jpg", "ß.jpg", "SS.jpg"]
        try forEachSeed(0..<300) { seed, random in
            let names = (0..<8).compactMap { _ in pool.randomElement(using: &random) }
            let format: PhotoFormat = seed % 2 == 0 ? .same : .jpeg
            let outputs = try plan(names, CoverSettings(format: format))
            #expect(Set(outputs.map { $0.uppercased() }).count == names.count, "seed \(seed): \(names)")
            #expect(try plan(names, CoverSettings(format: format)) == outputs, "seed \(seed)")
        }
    }

    @Test func `neutral names tell neither who, where nor in which folder`() throws {
        let settings = CoverSettings(names: .neutral)
        #expect(
            try plan(["Emma/Emma.JPEG", "b.mov", "c.heic"], settings)
                == ["sf-0001.jpg", "sf-0002.mov", "sf-0003.heic"])
        let many = try plan((1...10_001).map { "\($0).jpg" }, settings)
        #expect(many.last == "sf-10001.jpg" && Set(many).count == many.count)
    }

    @Test func `a name stays within 255 bytes and whole characters`() throws {
        let long = String(repeating: "é", count: 126) + ".jpg"
        #expect(long.utf8.count == 256)
        for name in try plan([long, long]) {
            #expect(name.utf8.count <= 255 && !name.contains("\u{FFFD}") && name.hasSuffix(".jpg"))
        }
        #expect(Set(try plan([long, long])).count == 2)
    }

    @Test func `the extension follows the format that is written`() throws {
        #expect(try plan(["a.heic"], table: FormatTable(writable: [.jpeg, .png, .mp4])) == ["a.jpg"])
        #expect(try plan(["a.bmp", "a.gif", "a.avi", "a.mts"]) == ["a.png", "a.gif", "a.mp4", "a-2.mp4"])
        #expect(try plan(["a.jpg", "b.mp4"], CoverSettings(format: .webp)) == ["a.webp", "b.mp4"])
        #expect(try plan(["a.webm", "b.mov"], CoverSettings(video: .h264)) == ["a.mp4", "b.mov"])
        #expect(try plan(["a.webm", "b.mov"], CoverSettings(video: .av1)) == ["a.webm", "b.mp4"])
        #expect(try plan(["mislabelled.png"], format: .jpeg) == ["mislabelled.jpg"])
        #expect(throws: ClientError.self) {
            try plan(["a.jpg"], CoverSettings(format: .heic), table: FormatTable(writable: [.jpeg]))
        }
    }

    @Test func `one input file may be given a name, or a folder`() throws {
        let intake = try real("a.jpg")
        #expect(try planFile(intake, "b.jpg").outputs[0].output == tree.root.appending(BytePath("b.jpg")))
        #expect(try planFile(intake, "new").outputs[0].output == tree.root.appending(BytePath("new/a.jpg")))
        #expect(try planFile(intake, "new.jpg/").outputs[0].output == tree.root.appending(BytePath("new.jpg/a.jpg")))
        try tree.folder("there.jpg")
        #expect(
            try planFile(intake, "there.jpg").outputs[0].output == tree.root.appending(BytePath("there.jpg/a.jpg")))
    }

    @Test func `the name of the output says its format`() throws {
        let intake = try real("a.jpg")
        #expect(try planFile(intake, "b.png").outputs[0].format == .png)
        #expect(throws: ClientError.self) { try planFile(intake, "b.mp4") }
        #expect(throws: ClientError.self) { try planFile(intake, "b.gif") }
        #expect(throws: ClientError.self) { try planFile(intake, "b.png", CoverSettings(format: .webp)) }
        #expect(try planFile(intake, "b.webp", CoverSettings(format: .webp)).outputs[0].format == .webp)
    }

    @Test func `no output replaces an input, by whatever name`() throws {
        let intake = try real("in/a.jpg")
        try tree.link("alias", to: "in")
        try tree.folder("linked")
        try tree.link("linked/a.jpg", to: "../in/a.jpg")
        try tree.folder("hard")
        try tree.hardLink("hard/a.jpg", to: "in/a.jpg")
        for target in ["in", "in/", "in/a.jpg", "alias", "alias/a.jpg", "in/../in", "linked", "hard"] {
            #expect {
                try planFile(intake, target)
            } throws: { error in
                if case ClientError.outputIsInput = error { true } else { false }
            }
        }
    }

    @Test func `what is there already is refused unless it is this very result`() throws {
        let intake = try Intake(
            inputs: [try tree.file("a.jpg", Sample.jpeg), try tree.file("b.jpg", Sample.jpeg)], outputFolder: nil)
        try tree.file("out/a.jpg", Sample.text)
        let plan = try OutputPlan(items: intake.items, target: out, namedFile: false, settings: CoverSettings())
        #expect(plan.outputs.map(\.exists) == [true, false])
        #expect(throws: ClientError.outputExists(out.appending(BytePath("a.jpg")), others: 0)) {
            try plan.requireFree { _ in false }
        }
        #expect(throws: Never.self) { try plan.requireFree { $0.item.relative == BytePath("a.jpg") } }
    }

    @Test func `a folder or a file in the way is told before any work`() throws {
        let intake = try real("a.jpg")
        try tree.folder("out/a.jpg")
        #expect(throws: ClientError.outputIsFolder(out.appending(BytePath("a.jpg")))) { try planFile(intake, "out") }
        try tree.file("plain", Sample.text)
        #expect(throws: ClientError.self) { try planFile(intake, "plain") }
        #expect(throws: ClientError.self) { try planFile(intake, "plain/below") }
        let two = try Intake(inputs: [try tree.file("b.jpg"), try tree.file("c.jpg")], outputFolder: nil)
        #expect(throws: ClientError.outputNotAFolder(tree.root.appending(BytePath("plain")))) {
            try OutputPlan(
                items: two.items, target: tree.root.appending(BytePath("plain")), namedFile: false,
                settings: CoverSettings())
        }
    }

    @Test func `a side file replaces neither input nor result, and no review`() throws {
        let intake = try real("in/a.jpg")
        let inputs = Set(intake.items.map(\.identity))
        let results = try planFile(intake, "out").outputs
        func check(_ name: String, _ replacing: SideFile.Replacing = .allowed) throws {
            let path = tree.root.appending(BytePath(name))
            try SideFile(path: path, replacing: replacing).requirePlace(inputs: inputs, results: results)
        }
        try tree.hardLink("alias", to: "in/a.jpg")
        try tree.link("link", to: "in/a.jpg")
        for name in ["in/a.jpg", "alias", "link", "out/a.jpg", "in", "in/", "in/a.jpg/below"] {
            #expect(throws: ClientError.self, "\(name)") { try check(name) }
        }
        try tree.file("review.json", Sample.text)
        try tree.file("empty.json")
        #expect(throws: ClientError.self) { try check("review.json", .refused) }
        #expect(throws: Never.self) { try check("review.json") }
        #expect(throws: Never.self) { try check("empty.json", .refused) }
        #expect(throws: Never.self) { try check("new.json", .refused) }
    }

    @Test func `another format than the input's is noted, unless it was asked for`() throws {
        let settings = CoverSettings()
        let notes = try ["a.bmp", "b.jpg", "c.avi"].map { name in
            try OutputPlan(items: Self.items([name]), target: out, namedFile: false, settings: settings).outputs[0]
                .notes(settings)
        }
        #expect(notes == [["written as png, its input is bmp"], [], ["written as mp4, its input is avi"]])
        let asked = CoverSettings(format: .webp)
        let plan = try OutputPlan(items: Self.items(["a.bmp"]), target: out, namedFile: false, settings: asked)
        #expect(plan.outputs[0].notes(asked) == [])
    }

    @Test func `the job has absolute paths, and shows those that were given`() throws {
        let intake = try real("a.jpg")
        let folder = BytePath("/somewhere")
        guard
            case .cover(let request) = try CommandLineParser.parse(
                ["cover", "a.jpg", "--output", "rel/out", "--report", "r.json"].map { Array($0.utf8) })
        else {
            Issue.record("not understood as cover")
            return
        }
        let plan = try OutputPlan(
            items: intake.items, target: request.output, namedFile: true, settings: request.settings)
        let spec = try JobAssembly.job(for: request, intake: intake, plan: plan, folder: folder)
        #expect(spec.items[0].output == DocumentPath("/somewhere/rel/out/a.jpg"))
        #expect(spec.items[0].shownOutput == DocumentPath("rel/out/a.jpg"))
        #expect(spec.report == DocumentPath("/somewhere/r.json"))
        #expect(throws: Never.self) { try spec.check() }
    }
}
