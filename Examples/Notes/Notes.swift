// guide: README
import Firesteel

struct Note: TimelineDescribable {
    let title: String

    func describe(to summary: inout InputSummary) {
        summary.add(title)
    }
}

enum NoteError: Error { case noTitle }

enum AddNote: Action {
    static let description = "Write something down"

    static func perform(_ context: ActionContext<Note>, presenter: NoPresenter) async throws -> ActionOutcome {
        guard !context.input.title.isEmpty else { throw NoteError.noTitle }
        return .success
    }
}

enum NoteTaking: Feature {
    static let add = action(AddNote.self, .published)
    static let actions = declare(add)
}

enum NotesApp: FeatureGroup {
    static let subfeatures = features(NoteTaking.self)
}

@main
struct Notes {
    static func main() async throws {
        let runtime = try FeatureRuntime.setUp(NotesApp.self)

        await NoteTaking.add.perform(Note(title: "Buy milk"))
        await NoteTaking.add.perform(Note(title: ""))

        runtime.timeline?.run.forEachPerform { perform in
            let feature = perform.feature?.name ?? "?"
            let action = perform.action?.name ?? "?"
            let outcome = perform.outcome?.identifier ?? "in flight"
            print("\(feature) › \(action), \(outcome):", perform.errorMessage ?? perform.input ?? "")
            return true
        }
    }
}
// end
