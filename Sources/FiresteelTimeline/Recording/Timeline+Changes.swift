extension Timeline {
    // Not on the path of a perform: recording a flag registers its value as a name, which takes a lock.

    /// Records an exposure to a flag's value.
    ///
    /// The caller records each value once for each session.
    /// - Parameters:
    ///   - flag: The flag's name, from ``nameFlag(_:)``.
    ///   - answer: The flag's value. At most ``TextLimits/change`` bytes are recorded.
    ///   - fields: The other fields.
    public func flagExposed(_ flag: NameID, _ answer: FlagAnswer, _ fields: ChangeFields) {
        record(.flagExposed, flag, from: nil, to: answer, fields)
    }

    /// Records a change of a flag's value.
    /// - Parameters:
    ///   - flag: The flag's name, from ``nameFlag(_:)``.
    ///   - old: The previous value, if known.
    ///   - new: The new value. At most ``TextLimits/change`` bytes of both are recorded.
    ///   - revision: The revision of the server's flags that has the new value, from 1, if there is one.
    ///   - fields: The other fields.
    public func flagChanged(
        _ flag: NameID, from old: FlagAnswer?, to new: FlagAnswer, revision: Int? = nil, _ fields: ChangeFields
    ) {
        record(.flagChanged, flag, from: old, to: new, revision: revision, fields)
    }

    private func record(
        _ kind: RecordKind, _ flag: NameID, from old: FlagAnswer?, to new: FlagAnswer, revision: Int? = nil,
        _ fields: ChangeFields
    ) {
        let (old, oldIsCut) = old?.recorded ?? (nil, false)
        let (new, newIsCut) = new.recorded
        if let old { nameValue(old, of: flag) }
        nameValue(new, of: flag)
        append(
            kind, fields, above: 0, other: UInt64(flag.rawValue), code: 0,
            text: new.encoded(was: old, revision: revision),
            isCut: oldIsCut || newIsCut)
    }

    /// Records a change of a feature's availability.
    /// - Parameters:
    ///   - old: The previous state; equals `new` for the initial state.
    ///   - new: The new state.
    ///   - reasons: The reasons why the feature isn't available. At most ``TextLimits/change`` bytes are recorded.
    ///   - fields: The other fields. The subject is the feature.
    public func availabilityChanged(
        from old: FeatureState, to new: FeatureState, reasons: [String], _ fields: ChangeFields
    ) {
        append(
            .availabilityChanged, fields, above: UInt64(old.rawValue), other: 0, code: new.rawValue,
            text: Self.encoded(reasons), isCut: false)
    }

    /// Records that a request of a feature, or the perform of a requested action, was refused.
    ///
    /// The caller records each reason of a request once for each session, and each refused perform.
    /// - Parameters:
    ///   - reasons: The display texts of the reasons why the feature isn't available. At most ``TextLimits/change``
    ///     bytes are recorded.
    ///   - source: The source of a refused perform.
    ///   - isUserInitiated: Whether the user started a refused perform.
    ///   - fields: The location of the event. The subject is the feature, or the action that was not performed.
    public func requestRefused(
        reasons: [String], source: ActionSource = .application, isUserInitiated: Bool = false, _ fields: ChangeFields
    ) {
        append(
            .requestRefused, fields, above: 0, other: 0, code: 0, text: Self.encoded(reasons), isCut: false,
            source: source, isUserInitiated: isUserInitiated)
    }

    private static func encoded(_ reasons: [String]) -> [UInt8] {
        var text: [UInt8] = []
        for reason in reasons {
            text.append(contentsOf: reason.utf8.map(SummaryCoding.harmless))
            text.append(SummaryCoding.record)
        }
        return text
    }
}
