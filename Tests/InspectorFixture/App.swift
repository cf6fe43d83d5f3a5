import Firesteel
import FiresteelTimeline

/// The features of the program.
enum App: FeatureGroup {
    static let name = "Documents"
    static let subfeatures = features(
        Documents.self, Search.self, Preview.self, Import.self, Sharing.self, FocusMode.self, Preferences.self)
}

enum Documents: Feature {
    static let name = "Document Management"
    static let description = "Create, open, save and close documents"
    static let open = action(Open.self, .published)
    static let create = action(Create.self, .published)
    static let save = action(Save.self, .published)
    static let rename = action(Rename.self, .published)
    static let delete = action(Delete.self, .published)
    static let undo = action(UndoDelete.self)
    static let backup = action(Backup.self)
    static let close = action(Close.self, .published)
    static let actions = declare(open, create, save, rename, delete, undo, backup, close)
}

enum Search: Feature {
    static let search = action(SearchDocuments.self, .published)
    static let actions = declare(search)
}

enum Preview: ConditionalFeature {
    static var constraints: Constraints {
        UserToggled(default: true)
        RuntimeEnabled()
    }
    static let show = action(ShowPreview.self, .published)
    static let render = action(RenderPreview.self)
    static let actions = declare(show, render)
}

enum Import: FeatureGroup {
    static let subfeatures = features(Archive.self)
    static let folder = action(ImportFolder.self, .published)
    static let file = action(ImportFile.self)
    static let actions = declare(folder, file)
}

enum Archive: ConditionalFeature {
    static let name = "Archive Import"
    static var constraints: Constraints { Formats() }
    static let archive = action(ImportArchive.self, .published)
    static let actions = declare(archive)
}

/// Never known.
struct Formats: Constraint {
    var label: String { "Formats are known" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        .undetermined("Not asked yet", because: "Waiting for the list of formats", remedy: .wait)
    }
}

enum Sharing: FeatureGroup, ConditionalFeature {
    static let name = "Document Sharing"
    static let description = "Share documents with other people"
    static let tags = ["collaboration"]
    static let subfeatures = features(Links.self)
    static var constraints: Constraints { UserToggled(default: false) }
    static let share = action(ShareDocument.self, .published)
    static let stop = action(StopSharing.self)
    static let people = action(ShowPeople.self)
    static let actions = declare(share, stop, people)
}

enum Links: ConditionalFeature {
    static let name = "Link Sharing"
    static var constraints: Constraints { RuntimeEnabled() }
    static let copy = action(CopyLink.self, .published)
    static let actions = declare(copy)
}

enum FocusMode: ConditionalFeature {
    static var constraints: Constraints {
        UserToggled(default: true)
        Flagged(default: true)
    }
    static let enter = action(EnterFocus.self, .published)
    static let width = action(SetLineWidth.self)
    static let leave = action(LeaveFocus.self, .published)
    static let actions = declare(enter, width, leave)
}

enum Preferences: Feature {
    static let ruler = action(ShowRuler.self)
    static let storage = action(ShowStorage.self)
    static let actions = declare(ruler, storage)
}

/// A document by its name.
///
/// Performs of commands carry their script with it.
struct DocumentReference: Codable, TimelineDescribable {
    let document: String
    var script: Script?

    private enum CodingKeys: CodingKey { case document }

    func describe(to summary: inout InputSummary) { summary.add(document) }
}

extension DocumentReference {
    init(from decoder: any Decoder) throws {
        document = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .document)
    }
}

/// An action that does what its input's script says, and succeeds without one.
protocol ScriptedAction: Action where Input == DocumentReference, Presenter == NoPresenter {}

extension ScriptedAction {
    static func perform(
        _ context: ActionContext<DocumentReference>, presenter: NoPresenter
    ) async throws -> ActionOutcome {
        try await context.input.script?.run(context.frame.perform)
        return .success
    }
}

enum Open: ScriptedAction { static let name = "Open Document" }
enum Create: ScriptedAction { static let name = "Create Document" }
enum Save: ScriptedAction { static let name = "Save Document" }
enum Rename: ScriptedAction { static let name = "Rename Document" }
enum Delete: ScriptedAction { static let name = "Delete Document" }
enum UndoDelete: ScriptedAction {}
enum Backup: ScriptedAction { static let name = "Write Backup" }
enum Close: ScriptedAction { static let name = "Close Document" }
enum SearchDocuments: ScriptedAction { static let identifier = "Search" }
enum ShowPreview: ScriptedAction {}
enum RenderPreview: ScriptedAction {}
enum ImportFolder: ScriptedAction {}
enum ImportFile: ScriptedAction { static let identifier = "File" }
enum ImportArchive: ScriptedAction {}
enum ShareDocument: ScriptedAction {}
enum StopSharing: ScriptedAction {}
enum ShowPeople: ScriptedAction {}
enum CopyLink: ScriptedAction {}
enum EnterFocus: ScriptedAction {}
enum SetLineWidth: ScriptedAction {}
enum LeaveFocus: ScriptedAction {}
enum ShowRuler: ScriptedAction {}
enum ShowStorage: ScriptedAction {}
