extension Timeline {
    // Off the path of a perform: these take a lock, and give the same name the same identifier.

    /// Registers a feature's name.
    /// - Parameters:
    ///   - identifier: The last part of its path.
    ///   - name: What people call it.
    ///   - parent: The feature above it, registered before, or nil for a root.
    /// - Returns: Its identifier, or ``NameID/none`` if the region for names is full.
    public func nameFeature(identifier: String, name: String, parent: NameID? = nil) -> NameID {
        names.identifier(kind: .feature, reference: parent ?? .none, text: Self.pair(identifier, name))
    }

    /// Registers an action binding's name.
    /// - Parameters:
    ///   - identifier: What the feature calls it.
    ///   - name: What people call it.
    ///   - feature: The feature that it belongs to, registered before.
    public func nameAction(identifier: String, name: String, feature: NameID) -> NameID {
        names.identifier(kind: .action, reference: feature, text: Self.pair(identifier, name))
    }

    /// Registers a session's name.
    ///
    /// Sessions of the same name share it. The last eighth of the region for names is kept free of them.
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

    /// Registers a value that a flag has or had, so that the run knows it for as long as it is kept, however many events
    /// come after the one that says when.
    ///
    /// The second half of the region for names is kept free of them; a value beyond that is in the events alone.
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
