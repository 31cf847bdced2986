import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite(.enabled(if: MediaKindRun.isPossible, "ffmpeg, vips or exiftool is not installed"))
    struct MediaKinds {
        @Test(arguments: MediaKind.all)
        func `every kind comes out right, or not at all and with the reason`(kind: MediaKind) throws {
            let finding = try #require(try MediaKindRun.shared.get().findings[kind.file], "it is not in the report")
            if case .refused(let code, let words) = kind.fate {
                #expect(finding.state == "failed")
                #expect(finding.code == code)
                #expect(finding.reason.contains(words), "\(finding.reason)")
                #expect(finding.output == "")
                return
            }
            try #require(finding.state == "published", "\(finding.state): \(finding.reason)")
            #expect(finding.fault == "")
            #expect(finding.decodeErrors == "")
            if case .video(let codec, let sound) = kind.fate {
                #expect(finding.codec == codec)
                #expect(finding.sound == sound)
                expectTimes(finding, kind)
            }
            if case .animation = kind.fate { #expect(finding.animation == finding.sourceAnimation) }
            try expectChecks(finding, kind)
        }

        private func expectTimes(_ finding: MediaFinding, _ kind: MediaKind) {
            #expect(!finding.times.isEmpty)
            guard !kind.checks.contains(.timesUnknown) else { return }
            #expect(finding.times.count == finding.sourceTimes.count)
            // Matroska and some others round to milliseconds.
            for (mine, theirs) in zip(finding.times, finding.sourceTimes) {
                #expect(abs(mine - theirs) < 0.0011, "\(theirs) became \(mine)")
            }
        }

        private func expectChecks(_ finding: MediaFinding, _ kind: MediaKind) throws {
            for check in kind.checks {
                switch check {
                case .face:
                    #expect(try #require(finding.covered) >= 0.99)
                case .step:
                    try #require(finding.tone.count == 2 && finding.sourceTone.count == 2, "no tone is heard")
                    #expect(
                        abs(finding.tone[0] - finding.sourceTone[0]) <= 0.02,
                        "\(finding.sourceTone) became \(finding.tone)")
                    #expect(
                        abs(finding.tone[1] - finding.sourceTone[1]) <= 0.02,
                        "\(finding.sourceTone) became \(finding.tone)")
                case .samples(let name):
                    #expect(finding.samples == name)
                    #expect(finding.sourceSamples == name, "the source is another kind")
                case .colour:
                    #expect(finding.colour == finding.sourceColour)
                case .light:
                    #expect(finding.light == finding.sourceLight)
                    #expect(finding.sourceLight.allSatisfy { !$0.hasSuffix("=") }, "the source says nothing of light")
                case .fields:
                    #expect(finding.fields == finding.sourceFields)
                    #expect(finding.sourceFields.hasPrefix("1"), "the source has no fields")
                case .timesUnknown: break
                }
            }
        }

        @Test func `the README says of every kind what became of it`() throws {
            let table = ReadmeTable.text(try MediaKindRun.shared.get().findings)
            let path = Repository.root + "/README.md"
            let readme = try String(contentsOfFile: path, encoding: .utf8)
            let due = try #require(ReadmeTable.readme(readme, with: table), "the README has no place for the table")
            if ProcessInfo.processInfo.environment["SAFEFACES_WRITE_README"] == "1" {
                try due.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                #expect(readme == due)
            }
        }
    }
}
