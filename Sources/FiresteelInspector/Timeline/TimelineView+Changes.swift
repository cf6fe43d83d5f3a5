import FiresteelTimeline

extension TimelineView {
    /// Returns the row of a change of a flag or of availability, or of a refused request.
    func changeRow(_ entry: PerformEntry, at place: Int) -> PageData.Row {
        let action = texts.names.action(entry.action)
        let feature = action?.feature ?? texts.names.feature(entry.action)
        return PageData.Row(
            n: place, id: entry.id, at: microseconds(of: entry.began), outcome: entry.outcomeWord,
            feature: PageData.Name(path: feature?.path ?? "", name: feature?.name ?? ""),
            action: PageData.ActionName(identifier: action?.identifier ?? "", name: action?.name ?? ""),
            session: session(of: entry), source: entry.source.identifier,
            user: entry.isUserInitiated,
            parent: entry.parent == 0 ? nil : entry.parent, depth: Int(entry.depth), change: change(of: entry.id))
    }

    private func change(of id: UInt64) -> PageData.RowChange {
        guard let event = index.change(of: id) else { return PageData.RowChange() }
        if let record = FlagRecord(event, names: texts.names) { return PageData.RowChange(record) }
        if let record = AvailabilityRecord(event, names: texts.names) { return PageData.RowChange(record) }
        return RefusalRecord(event, names: texts.names).map { PageData.RowChange($0) } ?? PageData.RowChange()
    }
}

extension PageData.RowChange {
    init(_ record: FlagRecord) {
        self.init(
            flag: record.key, value: record.answer.value, was: record.old?.value, variant: record.answer.variant,
            provider: record.answer.provider, revision: record.revision, reason: record.answer.reason,
            cut: record.isCut ? true : nil)
    }

    init(_ record: AvailabilityRecord) {
        self.init(state: record.new.identifier, was: record.old.identifier, reasons: record.reasons)
    }

    init(_ record: RefusalRecord) {
        self.init(reasons: record.reasons)
    }
}

extension NameIndex {
    /// Returns whether the names that an event refers to are available.
    func knows(_ event: TimelineEvent) -> Bool {
        if event.session != 0, session(event.sessionName) == nil { return false }
        guard event.kind.changeWord != nil else { return action(event.subject) != nil }
        let isSubjectKnown = event.subject == .none || action(event.subject) != nil || feature(event.subject) != nil
        return isSubjectKnown && (event.flag == .none || flag(event.flag) != nil)
    }
}
