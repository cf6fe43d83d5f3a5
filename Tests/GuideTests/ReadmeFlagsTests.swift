// guide: README
import Firesteel
import FiresteelFlags
// end
import FiresteelTesting
import Foundation
import Testing

// guide: README
enum Sharing: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: true) }
    static let share = action(ShareNote.self)
    static let actions = declare(share)
}

struct NoteFlags: FlagContainer {
    let maximum = Flag(default: 280, description: "Characters in a note")
}
// end

enum ShareNote: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum NotesApp: FeatureGroup {
    static let subfeatures = features(Sharing.self)
}

@Suite("README: flags")
struct ReadmeFlagsTests {
    @Test("The file that the README shows switches sharing off, and decides by the plan")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "flags.json")
        try Data("{}".utf8).write(to: file)
        let provider = FileProvider(file, interval: nil)
        let flags = FlagStack([provider])

        try await withTestRuntime(NotesApp.self, { $0.flags = flags }) { test in
            let notes = try flags.register(NoteFlags.self)
            let note = "Buy milk"
            // guide: README
            if note.count <= notes.maximum.value, let share = Sharing.share.request() {
                await share.perform(note)
            }
            // end
            #expect(test.performs.count == 1)
            #expect(notes.maximum.value == 280)

            try Data(ShownJSON("README", 1).bytes).write(to: file)
            provider.reload()
            #expect(Sharing.share.request() == nil)
            #expect(notes.maximum.value == 140)
            flags.setContext(EvaluationContext(targetingKey: "4711", attributes: ["plan": "premium"]))
            #expect(notes.maximum.value == 500)
        }
    }

    /// Set-up as a program has it.
    ///
    /// Not called: a test process has no default runtime.
    func setUp() throws {
        // guide: README
        let flags = FlagStack([FileProvider(URL(filePath: "flags.json"))])
        let runtime = try FeatureRuntime.setUp(NotesApp.self, RuntimeConfiguration(flags: flags))
        let notes = try flags.register(NoteFlags.self)
        // end
        _ = notes
        runtime.end()
    }
}
