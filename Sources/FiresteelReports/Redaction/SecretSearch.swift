import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation

/// Collects the secret values in the sources of reports, by their names.
struct SecretSearch {
    private let redaction: Redaction
    private(set) var values: Set<String> = []

    init(_ redaction: Redaction) { self.redaction = redaction }

    mutating func search(_ environment: [String: String]) {
        for (name, value) in environment where redaction.hides(name) { values.insert(value) }
    }

    mutating func search(_ flags: FlagStack, showsTargetingKey: Bool) {
        let context = flags.context
        for (name, value) in context.attributes { search(value, named: name) }
        if !showsTargetingKey, let key = context.targetingKey { values.insert(key) }
        for flag in flags.descriptions() {
            search(flag.value, named: flag.key)
            search(flag.defaultValue, named: flag.key)
        }
    }

    mutating func search(_ lines: [LogLine]) {
        for line in lines {
            for (name, value) in line.metadata where redaction.hides(name) { values.insert(value) }
            for flag in line.context?.action?.flags ?? [] where redaction.hides(flag.key) { values.insert(flag.value) }
        }
    }

    mutating func search(_ run: Run) {
        let names = run.names
        run.forEachEvent { event in
            if let flag = FlagRecord(event, names: names) {
                guard let key = flag.key, redaction.hides(key) else { return true }
                for value in [flag.answer.value, flag.old?.value].compactMap({ $0 }) { insert(json: value) }
            } else {
                for field in event.fields {
                    guard let label = field.label, case .shown(let value) = field.value, redaction.hides(label) else {
                        continue
                    }
                    values.insert(value)
                }
            }
            return true
        }
        // Values outlive their events.
        for flag in run.flags() where redaction.hides(flag.key) {
            for value in flag.values { insert(json: value.value) }
        }
    }

    /// - Parameter isKnown: Whether it is a secret regardless of its name.
    private mutating func search(_ value: FlagValue, named name: String, isKnown: Bool = false) {
        let isHidden = isKnown || redaction.hides(name)
        switch value {
        case .string(let text): if isHidden { values.insert(text) }
        case .array(let all): for element in all { search(element, named: name, isKnown: isKnown) }
        case .object(let members):
            for (member, value) in members { search(value, named: isHidden ? name : member, isKnown: isKnown) }
        // Short numbers are excluded from the search: elsewhere they could have any meaning.
        case .int(let number): if isHidden { values.insert(String(number)) }
        // These are hidden only in their own place.
        case .double, .bool, .null: break
        }
    }

    /// Inserts a value of the timeline, which is JSON, or its beginning if it was truncated.
    private mutating func insert(json: String) {
        if let value = try? FlagValue(json: json.utf8) {
            search(value, named: "", isKnown: true)
        } else if json.hasPrefix("{") || json.hasPrefix("[") {
            values.insert(json)
        } else {
            values.insert(String(json.dropFirst().prefix { $0 != "…" }))
        }
    }
}
