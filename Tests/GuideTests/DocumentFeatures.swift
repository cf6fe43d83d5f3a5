// The features that the guides tell about, in the order in which "Getting started" declares them.

// guide: GettingStarted
import Firesteel

// end

// guide: GettingStarted
struct Document: Sendable {
    let name: String
    var text = ""
}

extension Document: TimelineDescribable {
    func describe(to summary: inout InputSummary) {
        summary.add(name)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
    }
}
// end

// guide: GettingStarted
protocol DocumentPresenter {
    func show(_ document: Document)
    func close()
}
// end

// guide: GettingStarted
enum OpenDocument: Action {
    static let description = "Open a document"

    static func perform(
        _ context: ActionContext<Document>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}
// end

// guide: GettingStarted
enum DocumentError: Error, CustomStringConvertible {
    case readOnly(String)

    var description: String {
        switch self {
        case .readOnly(let name): "\(name) is read-only. Save it under another name."
        }
    }
}

enum SaveDocument: Action {
    static let description = "Save a document under its name"

    static func perform(_ context: ActionContext<Document>, presenter: NoPresenter) async throws -> ActionOutcome {
        guard context.input.name != "Licence.md" else { throw DocumentError.readOnly(context.input.name) }
        context.logger.info("Saved")
        return .success
    }
}

enum CloseDocument: Action {
    static func perform(
        _ context: ActionContext<NoInput>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        presenter.close()
        return .successClosing
    }
}
// end

// guide: GettingStarted
enum DocumentManagement: Feature {
    static let description = "Open, write and save documents"

    static let open = action(OpenDocument.self)
    static let save = action(SaveDocument.self, .published)
    static let close = action(CloseDocument.self)
    static let actions = declare(open, save, close)
}
// end

// guide: GettingStarted
enum DocumentSharing: ConditionalFeature {
    static let description = "Share documents with other people"

    static var constraints: Constraints {
        UserToggled(default: true)
    }

    static let share = action(ShareDocument.self, .published)
    static let actions = declare(share)
}
// end

// guide: GettingStarted
enum ShareDocument: Action {
    static func perform(_ context: ActionContext<Document>, presenter: NoPresenter) async throws -> ActionOutcome {
        await DocumentManagement.save.perform(context.input)
    }
}
// end

// guide: GettingStarted
enum AppFeatures: FeatureGroup {
    static let description = "Everything that people can do with the app"
    static let subfeatures = features(DocumentManagement.self, DocumentSharing.self)
}
// end
