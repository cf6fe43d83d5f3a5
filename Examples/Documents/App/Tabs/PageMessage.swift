import DocumentsCore
import Foundation

/// A message for a page, in the response to a request or in the page's stream.
///
/// Its counterpart in `app.js` is `shows`.
indirect enum PageMessage: Sendable {
    /// The first line of a stream.
    ///
    /// `usageFile` is the path of the usage figures if they are written, `run` the name of the run, `crash` that of the last run.
    case hello(
        session: String, folder: String, importSuggestion: String?, usageFile: String?, run: String?, crash: Crash?)
    /// A message for an action that wasn't requested by this page, but by a link or by the inspector.
    case outside(PageMessage)
    /// A link whose action requires the user's consent.
    case question(id: String, Question)
    /// The end of a question that needs no answer.
    case questionEnded(id: String)
    case features([FeatureState])
    case documents([DocumentSummary], query: String)
    /// `others` are drafts of other tabs.
    case document(Document, draft: Draft?, others: [Draft])
    case saved(Document)
    case conflict(theirs: Document)
    case draftKept(DocumentName)
    case drafts(DocumentName, others: [Draft])
    case renamed(DocumentName, to: Document)
    case deleted(DeletedDocument)
    case restored(Document)
    case closed(DocumentName)
    case preview(html: String, DocumentName)
    case exported(html: String, DocumentName)
    case statistics(TextStatistics, DocumentName)
    case focus(Bool)
    /// The editor layout of this tab's user.
    case editor(EditorLayout)
    /// The origin of flags, if a server has them.
    case flags(FlagOrigin)
    case importing(ImportProgress)
    case imported(ImportProgress)
    case importStopped(ImportProgress)
    case importFailed(Problem)
    /// A change in the folder by another tab or another program.
    case folder(FolderChange)
    case problem(Problem)
}

/// The availability of one conditional feature.
struct FeatureState: Hashable, Sendable, Encodable {
    /// The feature's name in the page: `preview`, `import`, `export`.
    let feature: String
    let available: Bool
    /// The reasons for being unavailable; empty if the feature is available.
    let reasons: [String]
}

extension PageMessage: Encodable {
    private enum Key: String, CodingKey {
        case kind, session, folder, importSuggestion, usageFile, action, link, features, documents, query, name, title,
            text, version, modified,
            bytes, excerpt, draft, madeFrom
        case from, id, html, done, total, imported, known, skipped, current, reason, path, change, count, code, message,
            remedy
        case state, address, revision, updated, cached
        case others, owner, words, characters, sentences, paragraphs, readingMinutes, isOn = "on", layout, run, crash
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func kind(_ kind: String) throws { try container.encode(kind, forKey: .kind) }
        switch self {
        case .hello(let session, let folder, let importSuggestion, let usageFile, let run, let crash):
            try kind("hello")
            try container.encode(session, forKey: .session)
            try container.encode(folder, forKey: .folder)
            try container.encodeIfPresent(importSuggestion, forKey: .importSuggestion)
            try container.encodeIfPresent(usageFile, forKey: .usageFile)
            try container.encodeIfPresent(run, forKey: .run)
            try container.encodeIfPresent(crash, forKey: .crash)
        case .outside(let message):
            try kind("outside")
            try container.encode(message, forKey: .message)
        case .question(let id, let question):
            try kind("question")
            try container.encode(id, forKey: .id)
            try container.encode(question.action, forKey: .action)
            try container.encode(question.link, forKey: .link)
        case .questionEnded(let id):
            try kind("question-ended")
            try container.encode(id, forKey: .id)
        case .features(let features):
            try kind("features")
            try container.encode(features, forKey: .features)
        case .documents(let documents, let query):
            try kind("documents")
            try container.encode(query, forKey: .query)
            var list = container.nestedUnkeyedContainer(forKey: .documents)
            for document in documents {
                var item = list.nestedContainer(keyedBy: Key.self)
                try Self.encode(document.name, into: &item)
                try item.encode(document.bytes, forKey: .bytes)
                try item.encode(document.modified, forKey: .modified)
                try item.encodeIfPresent(document.excerpt, forKey: .excerpt)
            }
        case .document(let document, let draft, let others):
            try kind("document")
            try Self.encode(document, into: &container)
            if let draft {
                var item = container.nestedContainer(keyedBy: Key.self, forKey: .draft)
                try item.encode(draft.text, forKey: .text)
                try item.encode(draft.madeFrom.description, forKey: .madeFrom)
            }
            try Self.encode(others, into: &container)
        case .saved(let document):
            try kind("saved")
            // The page has the text already.
            try Self.encode(document, into: &container, text: false)
        case .conflict(let theirs):
            try kind("conflict")
            try Self.encode(theirs, into: &container)
        case .draftKept(let name):
            try kind("draft-kept")
            try Self.encode(name, into: &container)
        case .drafts(let name, let others):
            try kind("drafts")
            try Self.encode(name, into: &container)
            try Self.encode(others, into: &container)
        case .renamed(let from, let document):
            try kind("renamed")
            try container.encode(from.path, forKey: .from)
            try Self.encode(document, into: &container, text: false)
        case .deleted(let deleted):
            try kind("deleted")
            try Self.encode(deleted.name, into: &container)
            try container.encode(deleted.id, forKey: .id)
        case .restored(let document):
            try kind("restored")
            try Self.encode(document, into: &container)
        case .closed(let name):
            try kind("closed")
            try Self.encode(name, into: &container)
        case .preview(let html, let name):
            try kind("preview")
            try Self.encode(name, into: &container)
            try container.encode(html, forKey: .html)
        case .exported(let html, let name):
            try kind("exported")
            try Self.encode(name, into: &container)
            try container.encode(html, forKey: .html)
        case .statistics(let statistics, let name):
            try kind("statistics")
            try Self.encode(name, into: &container)
            try container.encode(statistics.words, forKey: .words)
            try container.encode(statistics.characters, forKey: .characters)
            try container.encode(statistics.sentences, forKey: .sentences)
            try container.encode(statistics.paragraphs, forKey: .paragraphs)
            try container.encode(statistics.readingMinutes, forKey: .readingMinutes)
        case .focus(let isOn):
            try kind("focus")
            try container.encode(isOn, forKey: .isOn)
        case .editor(let layout):
            try kind("editor")
            try container.encode(layout.rawValue, forKey: .layout)
        case .flags(let origin):
            try kind("flags")
            try container.encode(origin.state, forKey: .state)
            try container.encode(origin.address, forKey: .address)
            try container.encodeIfPresent(origin.revision, forKey: .revision)
            try container.encodeIfPresent(origin.updated, forKey: .updated)
            try container.encode(origin.cached, forKey: .cached)
            try container.encodeIfPresent(origin.reason, forKey: .reason)
        case .importing(let progress):
            try kind("importing")
            try Self.encode(progress, into: &container)
        case .imported(let progress):
            try kind("imported")
            try Self.encode(progress, into: &container)
        case .importStopped(let progress):
            try kind("import-stopped")
            try Self.encode(progress, into: &container)
        case .folder(let change):
            try kind("folder")
            try Self.encode(change, into: &container)
        case .importFailed(let problem):
            try kind("import-failed")
            try Self.encode(problem, into: &container)
        case .problem(let problem):
            try kind("problem")
            try Self.encode(problem, into: &container)
        }
    }

    private static func encode(_ name: DocumentName, into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(name.path, forKey: .name)
        try container.encode(name.title, forKey: .title)
    }

    private static func encode(
        _ document: Document, into container: inout KeyedEncodingContainer<Key>, text: Bool = true
    ) throws {
        try encode(document.name, into: &container)
        if text { try container.encode(document.text, forKey: .text) }
        try container.encode(document.version.description, forKey: .version)
        try container.encode(document.modified, forKey: .modified)
    }

    /// The maximum number of offered drafts.
    ///
    /// Earlier ones are offered once these are used or discarded.
    private static let maximumDrafts = 5

    private static func encode(_ drafts: [Draft], into container: inout KeyedEncodingContainer<Key>) throws {
        var list = container.nestedUnkeyedContainer(forKey: .others)
        for draft in drafts.prefix(maximumDrafts) {
            var item = list.nestedContainer(keyedBy: Key.self)
            try item.encodeIfPresent(draft.owner?.id, forKey: .owner)
            try item.encode(draft.text, forKey: .text)
            try item.encode(draft.madeFrom.description, forKey: .madeFrom)
            try item.encode(draft.modified, forKey: .modified)
        }
    }

    private static func encode(_ progress: ImportProgress, into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(progress.done, forKey: .done)
        try container.encode(progress.total, forKey: .total)
        try container.encode(progress.imported, forKey: .imported)
        try container.encode(progress.known, forKey: .known)
        try container.encode(progress.current, forKey: .current)
        var list = container.nestedUnkeyedContainer(forKey: .skipped)
        for file in progress.skipped {
            var item = list.nestedContainer(keyedBy: Key.self)
            try item.encode(file.path, forKey: .path)
            try item.encode(file.reason, forKey: .reason)
        }
    }

    private static func encode(_ problem: Problem, into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(problem.code, forKey: .code)
        try container.encode(problem.message, forKey: .message)
        try container.encode(problem.remedy, forKey: .remedy)
    }

    private static func encode(_ change: FolderChange, into container: inout KeyedEncodingContainer<Key>) throws {
        switch change {
        case .created(let name):
            try container.encode("created", forKey: .change)
            try encode(name, into: &container)
        case .restored(let name, let from):
            try container.encode("restored", forKey: .change)
            try container.encode(from.path, forKey: .from)
            try encode(name, into: &container)
        case .saved(let name, let version):
            try container.encode("saved", forKey: .change)
            try encode(name, into: &container)
            try container.encode(version.description, forKey: .version)
        case .renamed(let from, let name):
            try container.encode("renamed", forKey: .change)
            try container.encode(from.path, forKey: .from)
            try encode(name, into: &container)
        case .deleted(let name):
            try container.encode("deleted", forKey: .change)
            try encode(name, into: &container)
        case .imported(let count):
            try container.encode("imported", forKey: .change)
            try container.encode(count, forKey: .count)
        case .drafts(let name, let owner):
            try container.encode("drafts", forKey: .change)
            try container.encodeIfPresent(owner?.id, forKey: .owner)
            try encode(name, into: &container)
        case .listDiffers:
            try container.encode("list", forKey: .change)
        }
    }
}

extension PageMessage {
    /// The crash of the last run.
    struct Crash: Sendable, Encodable {
        /// The name of the run.
        let run: String
        let text: String
        /// Its address in the inspector, if that is running.
        let link: String?
    }
}
