import Firesteel
import FiresteelTimeline
import Foundation

/// An action that does what its script says.
protocol ScriptedAction: Action {}

extension ScriptedAction {
    static func perform(_ context: ActionContext<Input>, presenter: Presenter) async throws -> ActionOutcome {
        try await Script.current.run(context.frame.perform, identifier)
    }
}

enum Open: ScriptedAction {
    static let name = "Open Document"
    static let activityEligibility: ActivityEligibility = [.perform, .search, .prediction]

    static func activity(for input: DocumentReference) -> ActivityContent? {
        ActivityContent(title: input.document, subtitle: "In Notes", keywords: ["plan"])
    }

    typealias Input = DocumentReference
    typealias Presenter = any DocumentPresenter
}

enum Create: ScriptedAction {
    static let name = "Create Document"
    typealias Input = NewDocument
}

enum Save: DocumentAction { static let name = "Save Document" }
enum Rename: DocumentAction { static let name = "Rename Document" }
enum Delete: DocumentAction { static let name = "Delete Document" }
enum UndoDelete: ScriptedAction {}
enum Backup: DocumentAction { static let name = "Write Backup" }
enum Close: DocumentAction { static let name = "Close Document" }

enum SearchDocuments: ScriptedAction {
    static let identifier = "Search"
    typealias Input = SearchWords
}

enum ShowPreview: DocumentAction {}
enum RenderPreview: DocumentAction {}

enum ImportFolder: ScriptedAction {
    typealias Input = FolderReference
}

enum ImportFile: DocumentAction { static let identifier = "File" }
enum ImportArchive: DocumentAction {}
enum ShareDocument: DocumentAction {}
enum StopSharing: ScriptedAction {}
enum ShowPeople: ScriptedAction {}
enum CopyLink: DocumentAction {}
enum EnterFocus: DocumentAction {}
enum SetLineWidth: DocumentAction {}
enum LeaveFocus: ScriptedAction {}
enum ShowRuler: DocumentAction {}
enum ShowStorage: ScriptedAction {}
enum PrintDocument: DocumentAction {}

/// A scripted action of a document.
protocol DocumentAction: ScriptedAction where Input == DocumentReference, Presenter == NoPresenter {}

/// A document by its name.
struct DocumentReference: Codable, TimelineDescribable {
    let document: String

    func describe(to summary: inout InputSummary) {
        summary.add("Document", document)
        summary.hide("Contents")
    }
}

/// The facts of a new document.
struct NewDocument: Codable, TimelineDescribable {
    enum Format: String, Codable, CaseIterable { case markdown, html }
    struct Owner: Codable { var name: String? }

    var title: String
    var pages: Int
    var ratio: Double?
    var isDraft: Bool
    var due: Date?
    var format: Format
    var owner: Owner
    var tags: [String]

    func describe(to summary: inout InputSummary) { summary.add(title) }
}

extension NewDocument {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        pages = try values.decode(Int.self, forKey: .pages)
        ratio = try values.decodeIfPresent(Double.self, forKey: .ratio)
        isDraft = try values.decode(Bool.self, forKey: .isDraft)
        due = try values.decodeIfPresent(Date.self, forKey: .due)
        format = try values.decode(Format.self, forKey: .format)
        owner = try values.decode(Owner.self, forKey: .owner)
        tags = try values.decode([String].self, forKey: .tags)
        if pages < 0 {
            throw DecodingError.dataCorruptedError(
                forKey: .pages, in: values, debugDescription: "A document has no negative number of pages.")
        }
    }
}

/// Words to search, which are decoded only from a text that isn't empty.
struct SearchWords: Codable, TimelineDescribable {
    let document: String

    func describe(to summary: inout InputSummary) { summary.add("“\(document)”") }
}

extension SearchWords {
    init(from decoder: any Decoder) throws {
        document = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .document)
        if document.isEmpty { throw CocoaError(.coderInvalidValue) }
    }
}

/// A folder, which isn't decoded.
struct FolderReference: TimelineDescribable {
    let folder: String

    func describe(to summary: inout InputSummary) {
        summary.add("Folder", folder)
        summary.hide("Password")
    }
}

protocol DocumentPresenter: Sendable {}
struct DocumentWindow: DocumentPresenter {}
