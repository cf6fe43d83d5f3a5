import Firesteel
import FiresteelTimeline
import Foundation
import Synchronization

/// Features whose actions are performed from the pages.
enum PaletteApp: FeatureGroup {
    static let subfeatures = features(Notes.self, Locked.self)
}

enum Notes: Feature {
    static let add = action(AddNote.self, .published)
    static let clear = action(ClearNotes.self, .published)
    static let fail = action(FailNote.self, .published)
    static let show = action(ShowNote.self, .published)
    static let import_ = action(ImportNote.self, .published)
    static let wait = action(WaitForGate.self, .published)
    static let hide = action(HiddenNote.self, .published)
    static let purge = action(PurgeNotes.self)
    static let actions = declare(add, clear, fail, show, import_, wait, hide, purge)
}

enum Locked: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: false) }
    static let open = action(OpenLock.self, .published)
    static let actions = declare(open)
}

struct NewNote: Codable, TimelineDescribable {
    let title: String
    let pages: Int

    func describe(to summary: inout InputSummary) { summary.add(title) }
}

enum AddNote: Action {
    static let description = "Write a note"
    static func perform(_ context: ActionContext<NewNote>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.input.pages > 0 ? .success : .successClosing
    }
}

enum ClearNotes: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .cancelled
    }
}

enum FailNote: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw DiskFullError()
    }
}

protocol NotePresenter: Sendable {}
struct NoteWindow: NotePresenter {}

enum ShowNote: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: any NotePresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Its input can't be made from outside.
enum ImportNote: Action {
    static func perform(_ context: ActionContext<Document>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Ends when ``Gate`` is opened.
enum WaitForGate: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Gate.shared.wait(context.input)
        return .success
    }
}

enum HiddenNote: Action {
    static let timelineRecording = TimelineRecording.hidden
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Not published, so it can't be selected.
enum PurgeNotes: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenLock: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Blocks performs until they are released, each by its own name.
actor Gate {
    static let shared = Gate()
    private var open: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    func wait(_ name: String) async {
        guard !open.contains(name) else { return }
        await withCheckedContinuation { waiting[name, default: []].append($0) }
    }

    func open(_ name: String) {
        open.insert(name)
        for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume() }
    }
}

/// Provides a window as presenter.
struct NoteRouter: PresentationRouter {
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let window = NoteWindow() as? Presented.Presenter else { return .declined("No window shows this.") }
        return .ready(window)
    }
}

/// Presents in selected sessions, but not in the second.
final class SessionRouter: PresentationRouter {
    private let opened = Mutex<[ActionSession]>([])

    func open(_ sessions: [ActionSession]) { opened.withLock { $0 = sessions } }

    func sessions() async -> [ActionSession] { opened.withLock { $0 } }

    func obstacle<Presented: ActionDefinition>(
        to action: Presented.Type, in session: ActionSession?
    ) async -> String? {
        session?.name == "Second" ? "Second has no window" : nil
    }

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let window = NoteWindow() as? Presented.Presenter else { return .declined("No window shows this.") }
        return .ready(window, in: request.session)
    }
}
