import DocumentsCore
import Firesteel
import FiresteelFlags
import TestSupport
import Testing

@testable import Documents

/// Tests of changes to the flag file while pages are open.
@Suite struct FlagTabTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ flags: FlagFileText) throws { try folder.write(flags.text, to: "flags.json") }

    private func file() -> FlagsFile { FlagsFile(folder.path + "/flags.json") }

    private func isAvailable(_ feature: String, in message: [String: Any]?) -> Bool? {
        let states = message?["features"] as? [[String: Any]]
        return states?.first { $0["feature"] as? String == feature }?["available"] as? Bool
    }

    @Test("A change of the file while the server runs removes the command from the open page and adds it again")
    func export() async throws {
        try write(FlagFileText())
        let clock = StillClock()
        try await withApp(flags: file()) {
            $0.clock = clock
            $0.beat = .seconds(1_000_000_000)
        } _: { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            #expect(isAvailable("export", in: try await stream.next("features")) == true)
            let exported = try await tab.perform("export", ["name": "A.md", "text": "# A"])
            #expect(exported.outcome == "success")
            #expect((exported.messages.first?["html"] as? String)?.contains("<h1>A</h1>") == true)

            try write(FlagFileText(export: false))
            let changed = try await clock.whileItGoes { try await stream.next("features") }
            #expect(isAvailable("export", in: changed) == false)
            let refused = try await tab.perform("export", ["name": "A.md", "text": "# A"])
            #expect(refused.outcome == "unavailable")
            #expect(
                refused.messages.first?["message"] as? String
                    == "Document Export is unavailable: the flag Documents/DocumentExport is off in flags.json.")
            #expect(refused.messages.first?["remedy"] as? String == "Change the flag Documents/DocumentExport.")

            try write(FlagFileText(export: true))
            let back = try await clock.whileItGoes { try await stream.next("features") }
            #expect(isAvailable("export", in: back) == true)
            stream.close()
        }
    }

    @Test("An invalid file doesn’t change open pages")
    func broken() async throws {
        try write(FlagFileText(export: false, editor: "wide"))
        let file = file()
        try await withApp(flags: file) { app in
            let tab = try await app.tab()
            try folder.write("{ \"flags\": ", to: "flags.json")
            file.look()
            #expect(file.provider.status.state == .stale)
            let stream = try await tab.stream()
            #expect(isAvailable("export", in: try await stream.next("features")) == false)
            #expect(try await stream.next("editor")?["layout"] as? String == "wide")
            stream.close()
        }
    }

    @Test("An override reaches every open page immediately")
    func override() async throws {
        try write(FlagFileText())
        try await withApp(flags: file()) { app in
            let streams = [try await app.tab(1).stream(), try await app.tab(2).stream()]
            for stream in streams { #expect(isAvailable("export", in: try await stream.next("features")) == true) }
            try app.runtime.flags.setOverride(false, for: "Documents/DocumentExport")
            for stream in streams { #expect(isAvailable("export", in: try await stream.next("features")) == false) }
            try app.runtime.flags.setOverride("wide", for: "editor")
            for stream in streams {
                var layout: String?
                // Earlier changes of flags also sent the layout.
                while layout != "wide", let message = try await stream.next("editor") {
                    layout = message["layout"] as? String
                }
                #expect(layout == "wide")
                stream.close()
            }
        }
    }

    @Test(
        "A user has the same editor in every tab and after a restart, and a larger rollout removes it from no user"
    )
    func sticky() async throws {
        var before: [String?] = []
        for (start, share) in [30, 30, 60].enumerated() {
            try write(FlagFileText(widePercent: share))
            try await withApp(flags: file()) { app in
                var layouts: [String?] = []
                for person in 1...24 {
                    // A different tab at each start.
                    let stream = try await app.tab(start * 100 + person, of: person).stream()
                    layouts.append(try await stream.next("editor")?["layout"] as? String)
                    stream.close()
                }
                #expect(Set(layouts) == ["classic", "wide"])
                switch start {
                case 0: break
                case 1: #expect(layouts == before)
                default:
                    #expect(zip(before, layouts).allSatisfy { $0 != "wide" || $1 == "wide" })
                    #expect(layouts != before)
                }
                before = layouts
            }
        }
    }

    @Test("The reading speed is a flag: with a lower value the same text takes longer")
    func readingSpeed() async throws {
        let text = String(repeating: "word ", count: 400)
        try write(FlagFileText(readingSpeed: 200))
        let file = file()
        try await withApp(flags: file) { app in
            let tab = try await app.tab()
            try await tab.switchFeature("premium", on: true)
            func minutes() async throws -> Int? {
                let answer = try await tab.perform("statistics", ["name": "A.md", "text": text])
                return answer.messages.first?["readingMinutes"] as? Int
            }
            #expect(try await minutes() == 2)
            try write(FlagFileText(readingSpeed: 100))
            file.look()
            #expect(try await minutes() == 4)
            // Invalid speeds are clamped.
            try write(FlagFileText(readingSpeed: -1))
            file.look()
            #expect(try await minutes() == 20)
        }
    }

    @Test("Premium adds the statistics to all open pages, and disabling the preview removes them")
    func premium() async throws {
        try await withApp { app in
            let (first, second) = (try await app.tab(1), try await app.tab(2))
            let stream = try await second.stream()
            let start = try await stream.next("features")
            #expect(isAvailable("statistics", in: start) == false)
            #expect(isAvailable("premium", in: start) == false)
            try await first.switchFeature("premium", on: true)
            #expect(isAvailable("statistics", in: try await stream.next("features")) == true)
            try await first.switchFeature("preview", on: false)
            var states: [String: Any]?
            repeat { states = try await stream.next("features") } while isAvailable("statistics", in: states) == true
            #expect(isAvailable("statistics", in: states) == false)
            #expect(isAvailable("premium", in: states) == true)
            stream.close()
        }
    }

    @Test("The focus mode is shown in the tab that requested it")
    func focus() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let entered = try await tab.perform("enter-focus")
            #expect(entered.messages.first?["on"] as? Bool == true)
            let left = try await tab.perform("leave-focus")
            #expect(left.outcome == "closing")
            #expect(left.messages.first?["on"] as? Bool == false)
            try await tab.switchFeature("focus", on: false)
            #expect(try await tab.perform("enter-focus").outcome == "unavailable")
        }
    }

    @Test("An invalid user identifier is rejected")
    func badPerson() async throws {
        try await withApp { app in
            for person in ["", "me", "../../x", String(repeating: "G", count: 32)] {
                let answer = try await app.client.post(
                    "/api/tabs", ["tab": RunningApp.identifier(1), "person": person])
                #expect(answer.status == 400)
            }
        }
    }
}
