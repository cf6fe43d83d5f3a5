import Firesteel

/// A presenter for callers without a screen: it renders what actions show as text and JSON.
///
/// ```swift
/// struct NoteOutput: NotePresenter {
///     let output: ActionOutput
///
///     func show(_ note: Note) { output.write(note.title, note) }
/// }
///
/// let automation = Automation(
///     runtime, presenters: [AutomationPresenter((any NotePresenter).self) { NoteOutput(output: $0) }])
/// ```
public struct AutomationPresenter: Sendable {
    let type: ObjectIdentifier
    let make: @Sendable (ActionOutput) -> Any

    /// Names the presenter of actions.
    ///
    /// - Parameters:
    ///   - type: The presenter's type as actions declare it, usually a protocol: `(any NotePresenter).self`.
    ///   - make: Creates a presenter for one call.
    public init<Presenter>(_ type: Presenter.Type, make: @escaping @Sendable (ActionOutput) -> Presenter) {
        self.type = ObjectIdentifier(type)
        self.make = { make($0) }
    }
}

/// The router of one call.
struct OutputRouter: PresentationRouter {
    let presenters: [ObjectIdentifier: AutomationPresenter]
    let output: ActionOutput
    let session: ActionSession

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        let made = presenters[ObjectIdentifier(Presented.Presenter.self)]?.make(output)
        guard let presenter = made as? Presented.Presenter else {
            return .declined("The program names no presenter for \(Presented.Presenter.self).")
        }
        return .ready(presenter, in: session)
    }
}
