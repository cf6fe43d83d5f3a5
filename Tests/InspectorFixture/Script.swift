import Firesteel
import FiresteelTimeline

/// The course of a perform, decided by its command.
struct Script: Sendable {
    /// Runs with the perform's identifier, and the action's.
    let run: @MainActor @Sendable (UInt64, String) async throws -> ActionOutcome

    /// The script in effect.
    ///
    /// Performs from the pages have the default.
    static var current: Script { inEffect ?? ofPages }

    @TaskLocal static var inEffect: Script?
    /// Set at the start, before the first perform.
    nonisolated(unsafe) static var ofPages = Script { _, _ in .success }

    typealias Perform = @MainActor (String, PerformOptions) async -> Void

    /// The actions that commands perform, by path.
    @MainActor static let performs: [String: Perform] = [
        "App/Documents/#Open": {
            await Documents.open.perform(DocumentReference(document: $0), presenter: DocumentWindow(), options: $1)
        },
        "App/Documents/#Create": { await Documents.create.perform(.untitled($0), options: $1) },
        "App/Documents/#Save": { await Documents.save.perform(DocumentReference(document: $0), options: $1) },
        "App/Documents/#Rename": { await Documents.rename.perform(DocumentReference(document: $0), options: $1) },
        "App/Documents/#Delete": { await Documents.delete.perform(DocumentReference(document: $0), options: $1) },
        "App/Documents/#Backup": { await Documents.backup.perform(DocumentReference(document: $0), options: $1) },
        "App/Documents/#Close": { await Documents.close.perform(DocumentReference(document: $0), options: $1) },
        "App/Search/#Search": { await Search.search.perform(SearchWords(document: $0), options: $1) },
        "App/Preview/#ShowPreview": {
            await Preview.show.request()?.perform(DocumentReference(document: $0), options: $1)
        },
        "App/Preview/#RenderPreview": {
            await Preview.render.request()?.perform(DocumentReference(document: $0), options: $1)
        },
        "App/Import/#ImportFolder": { await Import.folder.perform(FolderReference(folder: $0), options: $1) },
        "App/Import/#File": { await Import.file.perform(DocumentReference(document: $0), options: $1) },
        "App/Sharing/#ShareDocument": {
            await Sharing.share.request()?.perform(DocumentReference(document: $0), options: $1)
        },
        "App/FocusMode/#EnterFocus": {
            await FocusMode.enter.request()?.perform(DocumentReference(document: $0), options: $1)
        },
        "App/Preferences/#ShowRuler": {
            await Preferences.ruler.perform(DocumentReference(document: $0), options: $1)
        },
        "App/Preferences/#ShowStorage": { await Preferences.storage.perform(options: $1) },
    ]
}

extension NewDocument {
    static func untitled(_ title: String) -> NewDocument {
        NewDocument(title: title, pages: 1, isDraft: true, format: .markdown, owner: Owner(), tags: [])
    }
}

/// An action that the program doesn't perform on command.
struct UnknownActionError: Error, CustomStringConvertible {
    let action: String
    var description: String { "There is no action \(action) in Script.performs. Add it there." }
}

/// An error that an action throws on command.
struct ScriptedError: Error, CustomStringConvertible {
    let description: String

    static let diskFull = ScriptedError(description: "The disk is full: 182 KB are needed, 40 KB are free.")
}
