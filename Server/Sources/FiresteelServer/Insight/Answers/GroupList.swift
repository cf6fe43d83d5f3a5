import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The selection of listed groups.
struct GroupFilter: Sendable {
    /// The orders of a list.
    enum Order: String, Decodable, Sendable, CaseIterable {
        case affected
        case newest
    }

    /// The state, or `nil` for all.
    var state: ReportGroup.State? = .open
    /// The account to which groups are assigned, or `nil` for any.
    var assignee: String?
    var version: String?
    var flag: String?
    /// The words that groups have.
    var text = ""
    var order = Order.affected
    var limit = 100
    /// The number of groups before those to return.
    var offset = 0
}

struct GroupList {
    private let database: any DatabaseConnection
    private let table: GroupTable
    private let reader: InsightReader
    private let now: Int64

    init(_ database: any DatabaseConnection, scope: Int64, now: Int64) {
        self.database = database
        table = GroupTable(database, scope: scope)
        reader = InsightReader(database, scope: scope)
        self.now = now
    }

    /// A group with its figures of the last day.
    struct Line {
        let form: GroupForm
        /// The reports by hour.
        let hours: [Int64]
        /// The affected people whose sessions began in these hours.
        let people: PeopleSketch
        let reports: Int64
        /// The order by which the most affected group is found: people and reports of the last day, then all people and reports.
        let weight: (Int, Int64, Int, Int64, String)

        init(_ form: GroupForm, hours: [Int64], people: PeopleSketch) {
            self.form = form
            self.hours = hours
            self.people = people
            reports = hours.reduce(0, +)
            weight = (people.count, reports, form.people.count, form.reports, form.root.id)
        }
    }

    /// The groups, without those that were merged into others.
    func forms() throws -> [GroupForm] {
        let all = try table.all()
        let parts = Dictionary(grouping: all.filter { $0.state == .merged }, by: \.mergedInto)
        return all.filter { $0.state != .merged }.map { GroupForm($0, parts: parts[$0.id] ?? []) }
    }

    /// The hours of the last day, the current one last.
    var hours: [Int64] {
        let last = InsightTime.hour(of: now)
        return (0..<24).map { last - Int64(23 - $0) * InsightTime.hour }
    }

    private var day: Range<Int64> { hours[0]..<hours[23] + InsightTime.hour }

    /// Returns groups with their figures of the last day.
    func lines(_ forms: [GroupForm]) throws -> [Line] {
        let (hours, series) = try (hours, reader.seriesByValue(.reports, day))
        // Of one group, its people alone.
        let people = try reader.people(["groups"], day, values: forms.count == 1 ? forms[0].subjects : nil)
        return forms.map { form in
            Line(
                form,
                hours: hours.map { hour in form.identifiers.reduce(0) { $0 + (series[$1]?[hour] ?? 0) } },
                people: form.subjects.reduce(into: PeopleSketch()) { $0.formUnion(people[$1] ?? PeopleSketch()) })
        }
    }

    /// Returns the list as JSON.
    ///
    /// - Parameters:
    ///   - filter: Which groups.
    ///   - own: The account of the caller, by which its own groups are counted.
    ///   - suspects: The suspects that were found before.
    func json(_ filter: GroupFilter, own: String, suspects: SuspectCache) throws -> JSONValue {
        let lines = try lines(forms())
        let versioned = try filter.version.map { try table.groups(with: .version, $0) }
        let flagged = try filter.flag.map { try table.groups(with: .flag, $0) }
        let search = try GroupSearch(filter.text, table)
        let found = lines.filter { line in
            let form = line.form
            if let state = filter.state, form.root.state != state { return false }
            // A token of the command line has no account, and so nothing is assigned to it.
            if let assignee = filter.assignee, assignee.isEmpty || form.root.assignee != assignee { return false }
            if let versioned, versioned.isDisjoint(with: form.identifiers) { return false }
            if let flagged, flagged.isDisjoint(with: form.identifiers) { return false }
            return search.matches(form)
        }
        let sorted = found.sorted { one, other in
            switch filter.order {
            case .newest: (other.form.first.first, one.form.root.id) < (one.form.first.first, other.form.root.id)
            case .affected: other.weight < one.weight
            }
        }
        let page = sorted.dropFirst(filter.offset).prefix(filter.limit)
        let end = filter.offset + page.count
        let named = try self.suspects(of: page, suspects)
        let flags = try table.flags(of: Set(page.flatMap(\.form.identifiers)))
        let groups = page.map { line in
            line.form.json(
                line, flags: line.form.flags(flags), suspect: named[line.form.root.id] ?? .null, now: now)
        }
        let open = lines.map(\.form).filter { $0.root.state == .open }
        let mine = own.isEmpty ? 0 : open.count { $0.root.assignee == own }
        let reports = lines.reduce(Int64(0)) { $0 + $1.reports }
        let counts: JSONValue = [
            "open": .int(open.count), "mine": .int(mine),
            "resolved": .int(lines.count { $0.form.root.state == .resolved }),
            "ignored": .int(lines.count { $0.form.root.state == .ignored }), "new": .int(open.count { $0.isNew(now) }),
        ]
        return [
            "groups": .array(groups), "counts": counts, "reports24h": .int(Int(reports)),
            "next": end < sorted.count ? .string("\(end)") : .null, "now": .int(Int(now)),
            "hoursFrom": .int(Int(hours[0])),
        ]
    }

    /// Returns the suspects of groups that have one.
    private func suspects(of lines: some Sequence<Line>, _ cache: SuspectCache) throws -> [String: JSONValue] {
        try SuspectSummary(database, scope: reader.scope, cache: cache, now: now).suspects(of: lines)
    }

    /// Returns a group with its parts, and where it is now if it was merged into another.
    func form(_ id: String) throws -> (form: GroupForm, mergedInto: String?) {
        let group = try table.existing(id)
        guard group.state != .merged else { return (GroupForm(group, parts: []), group.mergedInto) }
        return (GroupForm(group, parts: try table.parts(of: id)), nil)
    }

    /// Returns one group as JSON, without a suspect.
    func json(of form: GroupForm) throws -> JSONValue { try json(of: lines([form])[0], suspect: nil) }

    /// Returns one group as JSON, with its suspect.
    func json(of line: Line, suspects: SuspectCache) throws -> JSONValue {
        let named = try self.suspects(of: [line], suspects)
        return try json(of: line, suspect: named[line.form.root.id] ?? .null)
    }

    private func json(of line: Line, suspect: JSONValue?) throws -> JSONValue {
        let flags = try table.flags(of: Set(line.form.identifiers))
        return line.form.json(line, flags: line.form.flags(flags), suspect: suspect, now: now)
    }
}
