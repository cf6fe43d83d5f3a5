extension Timeline {
    // Off the path of a perform: these take a lock, and return the same identifier for the same name.

    /// Registers a feature's name.
    /// - Parameters:
    ///   - identifier: The last part of its path.
    ///   - name: The display name.
    ///   - parent: The parent feature, registered before, or `nil` for a root.
    /// - Returns: The identifier, or ``NameID/none`` if the names region is full.
    public func nameFeature(identifier: String, name: String, parent: NameID? = nil) -> NameID {
        names.identifier(kind: .feature, reference: parent ?? .none, text: Self.pair(identifier, name))
    }

    /// Registers an action binding's name.
    /// - Parameters:
    ///   - identifier: The identifier within the feature.
    ///   - name: The display name.
    ///   - feature: The feature that declares the action, registered before.
    public func nameAction(identifier: String, name: String, feature: NameID) -> NameID {
        names.identifier(kind: .action, reference: feature, text: Self.pair(identifier, name))
    }

    /// Registers a session's name.
    ///
    /// Sessions with the same name share an entry. The last eighth of the names region is reserved for other names.
    public func nameSession(_ name: String) -> NameID {
        names.identifier(kind: .session, text: name)
    }

    /// Registers a logger's label.
    public func nameLabel(_ label: String) -> NameID {
        names.identifier(kind: .label, text: label)
    }

    /// Registers a flag's key.
    public func nameFlag(_ key: String) -> NameID {
        names.identifier(kind: .flag, text: key)
    }

    /// Registers a value of a flag, so that the run retains it however many events follow.
    ///
    /// The second half of the names region is reserved for other names; further values are recorded in events only.
    func nameValue(_ answer: FlagAnswer, of flag: NameID) {
        // An empty text reads as erased, and JSON has none.
        guard flag != .none, !answer.value.isEmpty else { return }
        let text = answer.variant.map { Self.pair(answer.value, $0) } ?? Self.harmless(answer.value)
        _ = names.identifier(kind: .flagValue, reference: flag, text: text)
    }

    static func harmless(_ text: String) -> String {
        String(decoding: text.utf8.map(SummaryCoding.harmless), as: UTF8.self)
    }

    private static func pair(_ identifier: String, _ name: String) -> String {
        var bytes = identifier.utf8.map(SummaryCoding.harmless)
        bytes.append(SummaryCoding.unit)
        bytes.append(contentsOf: name.utf8.map(SummaryCoding.harmless))
        return String(decoding: bytes, as: UTF8.self)
    }
}
