import FiresteelDatabase
import FiresteelFlags

/// The selection of listed requests.
package struct RequestFilter: Sendable, Hashable {
    /// Whether only pending ones are listed.
    package var isPending: Bool
    /// The name of a flag or segment that each of them edits, or `nil` for any.
    ///
    /// The edits of all requests that could be listed are searched, so it is meant for pending ones.
    package var item: String?

    /// Creates a filter, by default one that leaves out nothing.
    package init(isPending: Bool = false, item: String? = nil) {
        self.isPending = isPending
        self.item = item
    }

    /// A pattern of the JSON of edits that have the item.
    ///
    /// Other edits match it as well, for example those of a variant with this name.
    fileprivate var pattern: String? {
        item.map { item in
            let text = "\"name\":\(JSONValue.string(item).json())"
            return "%\(text.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined())%"
        }
    }
}

/// A part of a program's requests: the pending ones first, then the newest.
package struct RequestPage: Sendable {
    /// A request in a list.
    package struct Entry: Sendable {
        package let request: ChangeRequest
        /// Whether the edits are missing, because they are too large for a list.
        package let isShortened: Bool
    }

    package var entries: [Entry] = []
    /// The identifiers of those that can't be read.
    package var damaged: [String] = []
    /// The position after which the next page begins; `nil` at the end.
    package var next: RequestPosition?
}

/// A position in the order of a program's requests.
package struct RequestPosition: Sendable, Hashable {
    let isPending: Bool
    let created: Int64
    let id: String

    init(_ row: DatabaseRow) throws {
        isPending = try row.text("state") == ChangeRequest.State.pending.rawValue
        created = try row.int64("created")
        id = try row.text("id")
    }

    /// Reads a position from its text, or returns `nil` if that has another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, ["pending", "ended"].contains(parts[0]), let created = Int64(parts[1]) else {
            return nil
        }
        isPending = parts[0] == "pending"
        self.created = created
        id = String(parts[2])
    }

    package var text: String { "\(isPending ? "pending" : "ended")-\(created)-\(id)" }
}

extension RequestTable {
    /// The size up to which a request is listed with its edits, in characters of JSON.
    package static let maximumListed = 256 << 10
    /// The size of all edits in one page, in bytes.
    package static let maximumPage = 2 << 20

    /// Returns requests of a program after a position, the pending ones first, then the newest.
    ///
    /// One that can't be read doesn't hide the others. With an item, a page may have fewer than there are, or none, although
    /// others follow.
    package func page(
        of program: String, matching filter: RequestFilter = RequestFilter(), after position: RequestPosition? = nil,
        limit: Int
    ) throws -> RequestPage {
        // One more shows whether there is another page.
        var rows: [DatabaseRow] = []
        if position?.isPending ?? true {
            rows = try heads(of: program, [.pending], filter.pattern, after: position, limit: limit + 1)
        }
        if rows.count <= limit, !filter.isPending {
            let ended = ChangeRequest.State.allCases.filter { $0 != .pending }
            rows += try heads(
                of: program, ended, filter.pattern, after: position.flatMap { $0.isPending ? nil : $0 },
                limit: limit + 1 - rows.count)
        }
        var page = RequestPage()
        var (last, total): (RequestPosition?, Int) = (nil, 0)
        for (index, row) in rows.enumerated() {
            if index == limit {
                page.next = last
                break
            }
            let body = try body(of: row, in: program)
            if let item = filter.item, try !hasEdit(of: item, row, body, in: program) {
                last = (try? RequestPosition(row)) ?? last
                continue
            }
            let size = body?.utf8.count ?? 0
            // The rest is in the next page.
            if total + size > Self.maximumPage, last != nil {
                page.next = last
                break
            }
            total += size
            do {
                page.entries.append(
                    RequestPage.Entry(
                        request: try Self.request(row, edits: body.map(Self.edits) ?? []), isShortened: body == nil))
            } catch {
                page.damaged.append((try? row.text("id")) ?? "?")
            }
            last = (try? RequestPosition(row)) ?? last
        }
        return page
    }

    /// Returns the rows of requests in some states without their edits, the newest first.
    private func heads(
        of program: String, _ states: [ChangeRequest.State], _ pattern: String?, after position: RequestPosition?,
        limit: Int
    ) throws -> [DatabaseRow] {
        let after = position.map { [DatabaseValue.int($0.created), .int($0.created), .text($0.id)] }
        let isAfter = after == nil ? "" : " AND created <= ? AND (created < ? OR id > ?)"
        let hasItem = pattern == nil ? "" : " AND body LIKE ? ESCAPE '!'"
        let more = (after ?? []) + (pattern.map { [DatabaseValue.text($0)] } ?? [])
        // Each state has its range in the index, so that old requests cost nothing.
        let rows = try states.flatMap { state in
            try database.query(
                """
                SELECT id, program, kind, state, change_kind, reverts, created, due, author, author_name, source, reason,
                environments, fingerprint, change, decided, decided_by, decided_by_name, comment FROM requests
                WHERE program = ? AND state = ?\(isAfter)\(hasItem) ORDER BY created DESC, id LIMIT ?
                """, [.text(program), .text(state.rawValue)] + more + [.int(Int64(limit))])
        }
        guard states.count > 1 else { return rows }
        return Array(
            rows.map { ((try? $0.int64("created")) ?? 0, (try? $0.text("id")) ?? "", $0) }
                .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.prefix(limit).map { $0.2 })
    }

    /// Returns whether a request edits an item, also if its edits are too large for a list, or can't be read.
    private func hasEdit(of item: String, _ row: DatabaseRow, _ body: String?, in program: String) throws -> Bool {
        var text = body
        if text == nil {
            // The edits of one request at a time, since they may be large.
            let id = try row["id"]
            text = try database.query("SELECT body FROM requests WHERE program = ? AND id = ?", [.text(program), id])
                .first?.text("body")
        }
        guard let text, let edits = try? Self.edits(text) else { return true }
        return edits.contains { $0.item.name == item }
    }

    /// Returns the edits of a request as JSON, or `nil` if they are too large for a list.
    private func body(of row: DatabaseRow, in program: String) throws -> String? {
        guard let id = try? row["id"] else { return "" }
        let start = try database.query(
            "SELECT SUBSTR(body, 1, \(Self.maximumListed + 1)) AS body FROM requests WHERE program = ? AND id = ?",
            [.text(program), id])
        // One that isn't a text is damaged.
        guard let text = try? start.first?.text("body") else { return "" }
        return text.unicodeScalars.count > Self.maximumListed ? nil : text
    }

    /// Returns the number of pending requests of a program by their kind.
    package func pendingCounts(of program: String) throws -> [ChangeRequest.Kind: Int] {
        let rows = try database.query(
            "SELECT kind, COUNT(*) AS pending FROM requests WHERE program = ? AND state = 'pending' GROUP BY kind",
            [.text(program)])
        return try rows.reduce(into: [:]) { counts, row in
            guard let kind = ChangeRequest.Kind(rawValue: try row.text("kind")) else { return }
            counts[kind] = try row.int("pending")
        }
    }
}
