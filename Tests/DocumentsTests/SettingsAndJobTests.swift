import Documents
import Redaction
import TestSupport
import Testing
import TimelineCore

@Suite struct SettingsAndJobTests {
    static func item(_ number: Int) throws -> JobItem {
        JobItem(
            input: try #require(DocumentPath("/in/\(number).jpg")),
            output: try #require(DocumentPath("/out/\(number).jpg")),
            shownInput: try #require(DocumentPath("\(number).jpg")),
            shownOutput: try #require(DocumentPath("out/\(number).jpg"))
        )
    }

    /// Each changes one thing that changes a result.
    static let changes: [(String, @Sendable (inout CoverSettings) -> Void)] = [
        ("style", { $0.style.kind = .bar }), ("intensity", { $0.style.intensity = 51 }),
        ("show all", { $0.show = .all }), ("show ids", { $0.show = .ids([1]) }), ("audio", { $0.audio = .drop }),
        ("quality", { $0.quality = 80 }), ("format", { $0.format = .png }), ("video", { $0.video = .av1 }),
        ("names", { $0.names = .neutral }), ("repair", { $0.repair = false }), ("engine", { $0.engine = .opencv }),
        (
            "regions",
            {
                let box = PixelBox(x: 0, y: 0, width: 1, height: 1)
                $0.regions = [RegionEntry(ManualRegion(id: "r", keyframes: [.init(time: 0, box: box)], from: 0, to: 1))]
            }
        ),
        (
            "timeline",
            { settings in
                settings.timeline = DocumentPath("/t").map {
                    FileReference(path: $0, sha256: TimelineDocumentTests.sha256)
                }
            }
        ),
    ]

    @Test func `every setting that changes a result changes the fingerprint`() throws {
        var seen: Set = [try CoverSettings().fingerprint()]
        for (name, change) in Self.changes {
            var settings = CoverSettings()
            change(&settings)
            #expect(try seen.insert(settings.fingerprint()).inserted, "\(name)")
        }
    }

    @Test func `what cannot change a result does not change the fingerprint`() throws {
        var settings = CoverSettings()
        settings.style.colour = RGBColour(red: 1, green: 2, blue: 3)
        settings.style.emoji = "🐱"
        settings.style.shape = .heart
        #expect(try settings.fingerprint() == CoverSettings().fingerprint())
        var here = CoverSettings()
        var there = CoverSettings()
        here.timeline = FileReference(path: try #require(DocumentPath("/a")), sha256: "x")
        there.timeline = FileReference(path: try #require(DocumentPath("/b")), sha256: "x")
        #expect(try here.fingerprint() == there.fingerprint())
    }

    @Test func `the colour counts for the styles that show it`() throws {
        for kind in [CoverStyle.Kind.bar, .shape] {
            var settings = CoverSettings(style: CoverStyle(kind: kind))
            let plain = try settings.fingerprint()
            settings.style.colour = RGBColour(red: 1, green: 2, blue: 3)
            #expect(try settings.fingerprint() != plain)
        }
    }

    @Test func `tool, engine, model and input belong to a result`() throws {
        let base = ResultIdentity(
            tool: "safefaces 1", engine: .init(name: "e", version: "1"), model: .init(name: "m", sha256: "a"),
            inputSHA256: "i", settings: CoverSettings()
        )
        var seen: Set = [try base.fingerprint()]
        let changes: [(inout ResultIdentity) -> Void] = [
            { $0.tool = "safefaces 2" }, { $0.engine.version = "2" }, { $0.model.sha256 = "b" },
            { $0.inputSHA256 = "j" }, { $0.settings.quality = 9 },
        ]
        for change in changes {
            var other = base
            change(&other)
            #expect(try seen.insert(other.fingerprint()).inserted)
        }
    }

    @Test func `a job read again is the same`() throws {
        var spec = JobSpec(kind: .cover, items: [try Self.item(1)], overwrite: true, threads: 2)
        for (_, change) in Self.changes { change(&spec.settings) }
        #expect(try JobSpec.read(spec.encoded()) == spec)
    }

    @Test func `a job that could not be done is refused`() throws {
        let two = [try Self.item(1), try Self.item(2)]
        var relative = try Self.item(1)
        relative.input = try #require(DocumentPath("a.jpg"))
        var replacing = try Self.item(1)
        replacing.output = replacing.input
        let refused: [(String, JobSpec)] = [
            ("no inputs", JobSpec(kind: .cover, items: [])),
            ("relative", JobSpec(kind: .cover, items: [relative])),
            ("replaces its input", JobSpec(kind: .cover, items: [replacing])),
            ("one output twice", JobSpec(kind: .cover, items: [two[0], two[0]])),
            ("show with two", JobSpec(kind: .cover, items: two, settings: CoverSettings(show: .all))),
            ("scan of two", JobSpec(kind: .scan, items: two)),
            ("sheet of a cover", JobSpec(kind: .cover, items: [two[0]], sheet: two[1].output)),
            ("report over the input", JobSpec(kind: .cover, items: [two[0]], report: two[0].input)),
            (
                "intensity",
                JobSpec(kind: .cover, items: two, settings: CoverSettings(style: CoverStyle(intensity: 101)))
            ),
            ("quality", JobSpec(kind: .cover, items: two, settings: CoverSettings(quality: 0))),
            ("threads", JobSpec(kind: .cover, items: two, threads: 0)),
        ]
        for (name, spec) in refused {
            #expect(throws: DocumentError.self, "\(name)") { try JobSpec.read(spec.encoded()) }
        }
        #expect(throws: Never.self) { try JobSpec(kind: .cover, items: two).check() }
    }

    @Test func `a colour is six hexadecimal digits after a number sign`() {
        #expect(RGBColour(hexadecimal: "#0aF09b") == RGBColour(red: 0x0A, green: 0xF0, blue: 0x9B))
        #expect(RGBColour(red: 0x0A, green: 0xF0, blue: 0x9B).hexadecimal == "#0af09b")
        for text in ["", "#", "000000", "#00000", "#0000000", "#00000g", "#-00001", "#００００００"] {
            #expect(RGBColour(hexadecimal: text) == nil, "\(text)")
        }
    }
}
