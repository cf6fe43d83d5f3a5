import FiresteelBase

extension Redaction {
    /// Returns the secrets among the recorded values of a run: those with a name that indicates one.
    package func secrets(in run: Run) -> Set<String> {
        var values: Set<String> = []
        let names = run.names
        var inputs = KeptInputParts()
        run.forEachEvent { event in
            insertSecrets(of: event, names: names, inputs: &inputs, into: &values)
            return true
        }
        // Values outlive their events.
        for flag in run.flags() where hides(flag.key) {
            for value in flag.values { Self.insert(json: value.value, into: &values) }
        }
        return values
    }

    /// Inserts the secrets among the recorded values of an event.
    /// - Parameter inputs: The parts of retained inputs so far.
    package func insertSecrets(
        of event: TimelineEvent, names: NameIndex, inputs: inout KeptInputParts, into values: inout Set<String>
    ) {
        if event.kind == .inputKept {
            guard let json = inputs.add(event)?.json, let input = try? JSONValue(json: Array(json.utf8)) else { return }
            return insertSecrets(of: input, into: &values)
        }
        guard let flag = FlagRecord(event, names: names) else {
            for field in event.fields {
                guard let label = field.label, case .shown(let value) = field.value, hides(label) else { continue }
                values.insert(value)
            }
            return
        }
        guard let key = flag.key, hides(key) else { return }
        for value in [flag.answer.value, flag.old?.value].compactMap({ $0 }) {
            Self.insert(json: value, into: &values)
        }
    }

    /// Inserts the values of members whose names indicate a secret.
    private func insertSecrets(of input: JSONValue, into values: inout Set<String>) {
        switch input {
        case .array(let elements): for element in elements { insertSecrets(of: element, into: &values) }
        case .object(let members):
            for (name, member) in members {
                if hides(name) { Self.insert(member, into: &values) } else { insertSecrets(of: member, into: &values) }
            }
        case .null, .bool, .int, .double, .string: break
        }
    }

    /// Inserts a value of the timeline, which is JSON, or its beginning if it was truncated.
    private static func insert(json: String, into values: inout Set<String>) {
        if let value = try? JSONValue(json: Array(json.utf8)) {
            insert(value, into: &values)
        } else if json.hasPrefix("{") || json.hasPrefix("[") {
            values.insert(json)
        } else {
            values.insert(String(json.dropFirst().prefix { $0 != "…" }))
        }
    }

    private static func insert(_ value: JSONValue, into values: inout Set<String>) {
        switch value {
        // Of a hidden value there is only the type.
        case _ where KeptInput.isHidden(value): break
        case .string(let text): values.insert(text)
        case .array(let all): for element in all { insert(element, into: &values) }
        case .object(let members): for member in members.values { insert(member, into: &values) }
        // Short numbers are excluded from the search: elsewhere they could have any meaning.
        case .int(let number): values.insert(String(number))
        // These are hidden only in their own place.
        case .double, .bool, .null: break
        }
    }
}
