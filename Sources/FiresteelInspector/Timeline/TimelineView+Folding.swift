import FiresteelTimeline

extension TimelineView {
    /// The maximum number of repeats whose times are listed individually.
    private static let spanLimit = 40

    /// Returns a part of the timeline with equal neighbors folded.
    /// - Parameters:
    ///   - open: Places of entries whose groups are shown entry by entry.
    ///   - wanted: The identifier of an entry whose group is shown entry by entry too, and whose row is found.
    func foldedPage(
        _ filter: PerformFilter, open: [Int], find wanted: UInt64? = nil, offset: Int, limit: Int
    ) -> PageData.Rows {
        let fold = fold(filter)
        let place = wanted.flatMap { index.find($0) }
        let open = place.map { open + [$0] } ?? open
        let count = fold.count(open: open)
        let window = LinePage.Window(offset: offset, limit: limit)
        let wanted = window.places(first: fold.first, total: fold.first + count)
        let rows = fold.rows((wanted.lowerBound - fold.first)..<(wanted.upperBound - fold.first), open: open)
        return PageData.Rows(
            first: fold.first, total: fold.first + count,
            entries: select(filter)?.count ?? index.places.upperBound, changes: changes(filter), lost: lost,
            failures: index.failures, inFlight: index.inFlight, performs: index.performs,
            rows: rows.compactMap { folded in
                guard var row = row(at: folded.place) else { return nil }
                row.repeats = folded.repeats.map { repeats(from: folded.place, to: $0.last, times: $0.times, fold) }
                return row
            },
            found: place.flatMap { fold.find($0, open: open) }.map {
                PageData.FoundRow(position: fold.first + $0.position, group: $0.group)
            })
    }

    /// Returns the number of changes among the matching entries, discarded ones included.
    func changes(_ filter: PerformFilter) -> Int {
        guard let selected = select(filter) else { return index.places.upperBound - index.performs }
        return selected.count { index[$0].isChange }
    }

    /// Returns an overview whose bars count rows too.
    func foldedOverview(_ filter: PerformFilter, open: [Int], bars count: Int) -> PageData.Overview {
        var overview = overview(filter, bars: count)
        guard !overview.bars.isEmpty else { return overview }
        for bar in overview.bars.indices { overview.bars[bar].append(0) }
        fold(filter).forEach(open: open) { place in overview.bars[bar(of: index[place], of: count)][2] += 1 }
        return overview
    }

    private func repeats(from first: Int, to last: Int, times: Int, _ fold: PerformFold) -> PageData.Repeats {
        let entry = index[last]
        let began = microseconds(of: entry.began)
        var spans: [[Int64]]?
        if times <= Self.spanLimit {
            spans = fold.places(from: first, to: last).map { span(of: index[$0]) }
        }
        return PageData.Repeats(
            times: times, last: began, end: microseconds(of: entry.began &+ (entry.duration ?? 0)),
            input: texts.input(of: entry.id), spans: spans)
    }

    private func span(of entry: PerformEntry) -> [Int64] {
        [microseconds(of: entry.began), Int64(clamping: (entry.duration ?? 0) / 1_000)]
    }

    /// Returns the values of a filter's name among the entries that match a filter, the most frequent first.
    func values(of name: FilterName, _ filter: PerformFilter, limit: Int) -> PageData.FilterValues {
        var counts: [PageData.FilterValue.Key: Int] = [:]
        let selected = select(filter)
        var byAction: [NameID: Int] = [:]
        for position in selected?.indices ?? index.places {
            let entry = index[selected?[position] ?? position]
            switch name {
            case .action, .feature: byAction[entry.action, default: 0] += 1
            case .session:
                guard entry.session != 0 else { continue }
                let name = texts.names.session(entry.sessionName) ?? ""
                let isClear = SessionCondition.isName(name)
                let key: PageData.FilterValue.Key =
                    isClear ? .init(value: name) : .init(value: "\(entry.session)", label: name.isEmpty ? nil : name)
                counts[key, default: 0] += 1
            case .principal:
                guard let principal = texts.principals[entry.session] else { continue }
                counts[.init(value: principal), default: 0] += 1
            case .outcome:
                guard !entry.isChange else { continue }
                counts[.init(value: entry.outcomeWord), default: 0] += 1
                if entry.outcome == .failureClosing {
                    counts[.init(value: Outcome.failure.identifier), default: 0] += 1
                }
            case .source: if !entry.isChange { counts[.init(value: entry.source.identifier), default: 0] += 1 }
            case .flag:
                guard let key = index.change(of: entry.id).flatMap({ texts.names.flag($0.flag) }) else { continue }
                counts[.init(value: key), default: 0] += 1
            }
        }
        for (id, count) in byAction {
            let action = texts.names.action(id)
            var feature = action?.feature ?? texts.names.feature(id)
            if name == .action {
                if let action { counts[.init(value: action.name, label: feature?.name), default: 0] += count }
                continue
            }
            while let owner = feature {
                counts[.init(value: owner.path, label: owner.name), default: 0] += count
                feature = owner.parent
            }
        }
        let sorted = counts.sorted { ($1.value, $0.key.value) < ($0.value, $1.key.value) }
        return PageData.FilterValues(
            values: sorted.prefix(limit).map {
                PageData.FilterValue(value: $0.key.value, label: $0.key.label, count: $0.value)
            })
    }
}

/// The names of filters whose values a run contains.
enum FilterName: String, CaseIterable {
    case outcome, feature, session, principal, action, flag, source
}
