import Firesteel
import FiresteelFlags

// What the sources of the tests refer to.

enum Open: SimpleAction {}
enum Share: SimpleAction {}
enum Save: SimpleAction {}
enum Hidden: SimpleAction {}
enum Print: SimpleAction {}
enum OpenDocument: SimpleAction {}

/// An action that a public feature binds in public.
public enum SaveDocument: SimpleAction {}

/// An action that needs nothing and does nothing.
public protocol SimpleAction: Action where Input == NoInput, Presenter == NoPresenter {}

extension SimpleAction {
    /// Does nothing.
    public static func perform(
        _ context: ActionContext<NoInput>, presenter: NoPresenter
    ) async throws -> ActionOutcome { .success }
}

extension FeatureDefinition {
    /// A binding that isn't seen to be one by what it is made with.
    static func make<Bound: ActionDefinition>() -> ActionBinding<Self, Bound> { action(Bound.self) }
}

enum Printing: Feature {
    static let print = action(Print.self)
    static let actions = declare(print)
}

let count = 3

struct PreviewFlags: FlagContainer {}

enum Layout: String, FlagValueConvertible {
    case list
    case grid
}

func makeDefault() -> Bool { true }

@propertyWrapper struct Other: Sendable {
    var wrappedValue = true
}
