import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// A change in a list.
struct ListedChange: Sendable {
    let change: Change
    /// Whether the values of its items are missing, because they are too large.
    let isShortened: Bool
    /// The change that reverted it, if that is in effect.
    var reversal: ChangeReversal?
}

/// Lists changes, the newest first.
struct ListChanges: ServerOperation, Decodable {
    static let description = "List changes"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/changes", "listChanges",
        "Lists changes, the newest first; large ones without the values of their items",
        query: [
            .init(name: "before", description: "Only changes before this number", schema: Schema.integer),
            .limit("changes", default: 50),
            .init(name: "environment", description: "Only changes of this environment"),
            .init(name: "item", description: "Only changes of this flag or segment"),
            .init(name: "text", description: "Only changes whose author, reason or items contain this text"),
            .init(name: "author", description: "Only changes of the person or token with this name"),
            .init(
                name: "source", description: "Only changes that were made this way",
                schema: Schema.word(Author.Source.allCases.map(\.rawValue))),
            .init(
                name: "since", description: "Only changes from this time on, in milliseconds since 1970",
                schema: Schema.integer),
            .init(
                name: "until", description: "Only changes before this time, in milliseconds since 1970",
                schema: Schema.integer),
        ], response: "Changes")
    let program: String
    let before, since, until: Int64?
    let limit: Int
    let environment, item, text, author, source: String?

    /// The number of changes that one request searches.
    private static let maximumRead = 5_000
    /// The size up to which a change is listed with the values of its items, in bytes.
    private static let maximumSize: Int64 = 256 << 10
    /// The size of all values in one response, in bytes.
    private static let maximumTotal: Int64 = 2 << 20

    init(_ request: APIRequest) throws {
        self = try request.decode(Self.self, Self.endpoint)
        if let source, Author.Source(rawValue: source) == nil {
            let known = Author.Source.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem.badRequest("“\(source.prefix(50))” isn't a source of changes. Use one of \(known).")
        }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let directory = call.server.reversals
        let found = try await call.server.database.read { try page(directory, $0) }
        call.server.damage.report(found.rows)
        let segments = try await call.segmentNames(of: program)
        return [
            "changes": .array(found.changes.map { $0.json(naming: segments) }),
            "damaged": .array(found.damaged.map { .int(Int($0)) }), "next": .int(Int(found.next)),
        ]
    }

    /// Changes, and the number before which to continue, 0 at the end.
    private struct Page: Sendable {
        var changes: [ListedChange] = []
        /// The numbers of changes that can't be read.
        ///
        /// Whether they match the filter isn't known.
        var damaged: [Int64] = []
        /// The damaged rows, for the log.
        var rows: [DamagedRow] = []
        var next: Int64
    }

    private func page(_ directory: ReversalDirectory, _ database: any DatabaseConnection) throws -> Page {
        let table = ChangeTable(database, program: program)
        let reversals = try directory.reversals(of: program, table)
        var found = Page(next: before ?? .max)
        var read = 0
        var total: Int64 = 0
        while found.changes.count < limit, read < Self.maximumRead {
            let page = try table.summaries(before: found.next, limit: min(200, max(50, limit)))
            guard let last = page.last?.number else {
                found.next = 0
                return found
            }
            for summary in page where found.changes.count < limit {
                guard let change = summary.change else {
                    if let damage = summary.damage { found.rows.append(damage) }
                    found.damaged.append(summary.number)
                    found.next = summary.number
                    continue
                }
                guard matches(change) else {
                    found.next = summary.number
                    continue
                }
                var entry = try entry(change, size: summary.size, table, &found.rows)
                entry.reversal = reversals[summary.number]
                total += entry.isShortened ? 0 : summary.size
                // The rest is in the next page.
                if total > Self.maximumTotal, !found.changes.isEmpty { return found }
                found.changes.append(entry)
                found.next = summary.number
            }
            if found.next == last, last == 1 {
                found.next = 0
                return found
            }
            read += page.count
        }
        return found
    }

    private func entry(
        _ summary: Change, size: Int64, _ table: ChangeTable, _ damaged: inout [DamagedRow]
    ) throws -> ListedChange {
        guard size <= Self.maximumSize else { return ListedChange(change: summary, isShortened: true) }
        let stored = try table.stored(summary.number)
        // One whose content is damaged doesn't hide the others, and is listed without it.
        damaged += stored.damaged
        guard let change = stored.values.first else { return ListedChange(change: summary, isShortened: true) }
        return ListedChange(change: change, isShortened: false)
    }

    /// Whether a change is in the list; a filter that is missing excludes none.
    private func matches(_ change: Change) -> Bool {
        if let since, change.time < since { return false }
        if let until, change.time >= until { return false }
        if let source, change.author.source.rawValue != source { return false }
        if let author, change.author.name != author { return false }
        if let environment, change.body.revisions[environment] == nil { return false }
        if let item, !change.body.differences.contains(where: { $0.item.name == item }) { return false }
        guard let text = text?.lowercased(), !text.isEmpty else { return true }
        let texts = [change.author.name, change.reason] + change.body.differences.map(\.item.name)
        return texts.contains { $0.lowercased().contains(text) }
    }
}
