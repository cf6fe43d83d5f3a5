import FiresteelTimeline

/// Matches entries against a filter.
///
/// Conditions on names are evaluated once for each name. A text is searched in the names first, and only then in the
/// input, which must be copied from the ring.
struct PerformMatcher {
    let filter: PerformFilter

    /// The cached result for the names of an action.
    private struct ActionVerdict {
        let isInScope: Bool
        let hasText: Bool
    }

    private var actions: [NameID: ActionVerdict] = [:]
    private var sessions: [NameID: Bool] = [:]

    init(_ filter: PerformFilter) {
        self.filter = filter
    }

    /// Returns whether an entry matches.
    /// - Parameters:
    ///   - texts: The texts of its run.
    ///   - error: The encoded error.
    ///   - change: The change, if it isn't a perform.
    ///   - microseconds: Converts a reading of the run's clock to microseconds since 1970.
    mutating func matches(
        _ entry: PerformEntry, _ texts: PerformTexts, error: @autoclosure () -> [UInt8]?,
        change: @autoclosure () -> TimelineEvent?, microseconds: (UInt64) -> Int64
    ) -> Bool {
        if entry.isChange {
            // A change has no outcome and isn't user-initiated.
            guard filter.outcomes == 0, !filter.isUserOnly, filter.only != .performs else { return false }
        } else if filter.only == .changes {
            return false
        }
        if filter.outcomes != 0, filter.outcomes & (1 << entry.outcomeCode) == 0 { return false }
        if filter.excludedOutcomes & (1 << entry.outcomeCode) != 0, !entry.isChange { return false }
        if !hasSource(entry) { return false }
        if let bounds = filter.duration, !(entry.duration.map(bounds.contains) ?? false) { return false }
        if filter.isUserOnly, !entry.isUserInitiated { return false }
        if let session = filter.session, entry.session != session { return false }
        if let since = filter.since, microseconds(entry.began) < since { return false }
        if let until = filter.until, microseconds(entry.began) >= until { return false }
        if let sessions = filter.sessions {
            guard sessions.isMet(by: entry.session, name: texts.names.session(entry.sessionName)) else { return false }
        }
        if let principals = filter.principals, !principals.isMet(by: texts.principals[entry.session]) { return false }
        if let flags = filter.flags {
            let key = entry.isChange ? change().flatMap { texts.names.flag($0.flag) } : nil
            guard flags.isMet(by: key.map { [$0] } ?? []) else { return false }
        }
        guard filter.hasNames else { return true }
        let action = verdict(of: entry.action, texts.names)
        guard action.isInScope else { return false }
        guard let text = filter.text, !action.hasText, !hasText(session: entry.sessionName, texts.names) else {
            return true
        }
        if entry.isChange { return change().map { Self.hasText(text, in: $0, texts.names) } ?? false }
        if let isIn = texts.withInput(of: entry.id, { Self.hasValue(with: text, in: $0) }), isIn { return true }
        return error()?.withUnsafeBytes { Self.hasValue(with: text, in: $0) } ?? false
    }

    private mutating func verdict(of id: NameID, _ names: NameIndex) -> ActionVerdict {
        if let known = actions[id] { return known }
        let action = names.action(id)
        // The subject of a change may be a feature.
        let feature = action?.feature ?? names.feature(id)
        let texts = [action?.name, action?.identifier, feature?.name, feature?.path]
        let verdict = ActionVerdict(
            isInScope: isInScope(action, feature),
            hasText: filter.text.map { text in texts.contains { $0.map(text.isIn) ?? false } } ?? false)
        // A missing name may be available the next time.
        if action != nil || feature != nil { actions[id] = verdict }
        return verdict
    }

    private func isInScope(_ action: ActionName?, _ feature: FeatureName?) -> Bool {
        if let features = filter.features, !(feature.map(features.contains) ?? features.contains("")) { return false }
        if let feature, filter.excludedFeatures?.contains(feature) ?? false { return false }
        return filter.actions?.isMet(by: action.map { [$0.name, $0.identifier] } ?? []) ?? true
    }

    private func hasSource(_ entry: PerformEntry) -> Bool {
        guard filter.sources != 0 || filter.excludedSources != 0, !entry.isChange else { return filter.sources == 0 }
        let bit = PerformFilter.bit(entry.source)
        return (filter.sources == 0 || filter.sources & bit != 0) && filter.excludedSources & bit == 0
    }

    private mutating func hasText(session id: NameID, _ names: NameIndex) -> Bool {
        if let known = sessions[id] { return known }
        let isIn = names.session(id).flatMap { name in filter.text?.isIn(name) } ?? false
        if names.session(id) != nil { sessions[id] = isIn }
        return isIn
    }

    private static func hasText(_ text: TextNeedle, in change: TimelineEvent, _ names: NameIndex) -> Bool {
        if let key = names.flag(change.flag), text.isIn(key) { return true }
        return change.bytes.withUnsafeBytes { hasValue(with: text, in: $0) }
    }

    /// Returns whether a value of an encoded text contains another text.
    ///
    /// Labels and what is hidden don't count.
    static func hasValue(with text: TextNeedle, in bytes: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start < bytes.count {
            var end = start
            var value = start
            while end < bytes.count, bytes[end] != Separator.record {
                if bytes[end] == Separator.unit { value = end + 1 }
                end += 1
            }
            if text.isIn(UnsafeRawBufferPointer(rebasing: bytes[value..<end])) { return true }
            start = end + 1
        }
        return false
    }

    /// The bytes that structure an encoded text.
    ///
    /// See `docs/journal-format.md`, "Texts".
    private enum Separator {
        static let unit: UInt8 = 0x1F
        static let record: UInt8 = 0x1E
    }
}

extension PerformFilter {
    /// Whether the names of the action and its feature decide.
    fileprivate var hasNames: Bool {
        text != nil || features != nil || excludedFeatures != nil || actions != nil
    }
}
