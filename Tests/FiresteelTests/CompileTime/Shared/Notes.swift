import Firesteel

// What the snippets perform: one feature that is always available and one that is not, with an action for each
// combination of what an action may take.

struct Note {}

protocol NotePresenter: AnyObject {
    func show(_ note: Note)
}

/// Not `Sendable`: it stays where the action is performed.
final class Window: NotePresenter {
    func show(_ note: Note) {}
}

enum Reading: Feature {
    static let open = action(OpenNote.self)
    static let close = action(CloseNote.self)
    static let select = action(SelectNote.self)
    static let actions = declare(open, close, select)
}

enum Sharing: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let share = action(ShareNote.self)
    static let select = action(SelectNote.self)
    static let count = action(CountNotes.self)
    static let length = action(NoteLength.self)
    static let actions = declare(share, select, count, length)
}

enum OpenNote: Action {
    static func perform(
        _ context: ActionContext<Note>, presenter: any NotePresenter
    ) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}

enum ShareNote: Action {
    static func perform(
        _ context: ActionContext<Note>, presenter: any NotePresenter
    ) async throws -> ActionOutcome { .success }
}

enum CloseNote: TerminatingAction {}

enum CountNotes: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> Int { 1 }
}

enum NoteLength: ReplyAction {
    static func reply(to context: ActionContext<Note>) async throws -> Int { 1 }
}

enum SelectNote: UIAction {
    static func perform(_ context: ActionContext<Note>, presenter: NoPresenter) throws -> ActionOutcome { .success }
}
