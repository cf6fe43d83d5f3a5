import FiresteelDatabase
import FiresteelFlags
import FiresteelStore

/// Which groups are listed.
struct GroupFilter: Sendable {
    /// The orders of a list.
    enum Order: String, Sendable, CaseIterable {
        case affected
        case newest
    }

    /// The state, or `nil` for all.
    var state: ReportGroup.State? = .open
    /// The account to which groups are assigned, or `nil` for any.
    var assignee: String?
    var version: String?
    var flag: String?
    var text = ""
    var order = Order.affected
    var limit = 100
    /// The number of groups before those to return.
    var offset = 0
}

/// The list of groups.
struct GroupList {
    private let table: GroupTable
    private let reader: InsightReader
    private let now: Int64

    init(_ database: any DatabaseConnection, scope: Int64, now: Int64) {
        table = GroupTable(database, scope: scope)
        reader = InsightReader(database, scope: scope)
        self.now = now
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

    /// Returns the reports of each part by hour.
    func series() throws -> [String: [Int64: Int64]] {
        try reader.seriesByValue(.reports, hours[0]..<hours[23] + InsightTime.hour)
    }

    /// Returns the reports of a group in the hours of the last day.
    func hours(of form: GroupForm, _ series: [String: [Int64: Int64]]) -> [Int64] {
        hours.map { hour in form.identifiers.reduce(0) { $0 + (series[$1]?[hour] ?? 0) } }
    }

    /// Returns the list as JSON.
    ///
    /// - Parameters:
    ///   - filter: Which groups.
    ///   - own: The account of the caller, by which its own groups are counted.
    func json(_ filter: GroupFilter, own: String) throws -> FlagValue {
        let forms = try forms()
        let series = try series()
        let facets = Dictionary(grouping: try table.facets(), by: \.group)
        func values(_ form: GroupForm, _ kind: GroupFacet.Kind) -> Set<String> {
            Set(form.identifiers.flatMap { facets[$0] ?? [] }.lazy.filter { $0.kind == kind }.map(\.value))
        }
        let text = filter.text.lowercased()
        let found = forms.filter { form in
            if let state = filter.state, form.root.state != state { return false }
            // A token of the command line has no account, and so nothing is assigned to it.
            if let assignee = filter.assignee, assignee.isEmpty || form.root.assignee != assignee { return false }
            if let version = filter.version, !values(form, .version).contains(version) { return false }
            if let flag = filter.flag, !values(form, .flag).contains(flag) { return false }
            return form.contains(text)
        }.map { (form: $0, hours: hours(of: $0, series)) }
        let sorted = found.sorted { one, other in
            switch filter.order {
            case .newest: (other.form.first.first, one.form.root.id) < (one.form.first.first, other.form.root.id)
            case .affected: Self.weight(other) < Self.weight(one)
            }
        }
        let page = sorted.dropFirst(filter.offset).prefix(filter.limit)
        let end = filter.offset + page.count
        let open = forms.filter { $0.root.state == .open }
        let lines = page.map { $0.form.json(hours: $0.hours, flags: values($0.form, .flag).sorted(), now: now) }
        let mine = own.isEmpty ? 0 : open.count { $0.root.assignee == own }
        let reports = forms.reduce(Int64(0)) { $0 + hours(of: $1, series).reduce(0, +) }
        let counts: FlagValue = [
            "open": .int(open.count), "mine": .int(mine),
            "resolved": .int(forms.count { $0.root.state == .resolved }),
            "ignored": .int(forms.count { $0.root.state == .ignored }), "new": .int(open.count { $0.isNew(now) }),
        ]
        return [
            "groups": .array(lines), "counts": counts, "reports24h": .int(Int(reports)),
            "next": end < sorted.count ? .string("\(end)") : .null, "now": .int(Int(now)),
            "hoursFrom": .int(Int(hours[0])),
        ]
    }

    /// What the most affected group is found by: people, then reports of the last day, then all, then its identifier.
    static func weight(_ group: (form: GroupForm, hours: [Int64])) -> (Int, Int64, Int64, String) {
        (group.form.people.count, group.hours.reduce(0, +), group.form.reports, group.form.root.id)
    }

    /// Returns a group with its parts, and where it is now if it was merged into another.
    func form(_ id: String) throws -> (form: GroupForm, mergedInto: String?) {
        let group = try table.existing(id)
        guard group.state != .merged else { return (GroupForm(group, parts: []), group.mergedInto) }
        return (GroupForm(group, parts: try table.parts(of: id)), nil)
    }

    /// Returns one group as JSON.
    func json(of form: GroupForm) throws -> FlagValue {
        let facets = try table.facets().filter { $0.kind == .flag && form.identifiers.contains($0.group) }
        return form.json(
            hours: hours(of: form, try series()), flags: Set(facets.map(\.value)).sorted(), now: now)
    }
}
