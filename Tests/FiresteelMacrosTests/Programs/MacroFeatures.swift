import Firesteel
import FiresteelMacros

/// Documents that people open and save.
///
/// What is said further down is for those who read the code.
@Feature
enum Writing {
    static let open = action(Open.self)
    static let save = action(Save.self, .published)
}

@Feature(description: "Show documents to others")
enum Sharing {
    static var constraints: Constraints {
        UserToggled(default: true)
        RuntimeEnabled()
    }
    static let share = action(Save.self)
}

@Feature
enum Program {
    static let subfeatures = features(Writing.self, Sharing.self)
}

enum Open: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum Save: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
