import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation

/// Finds the secrets that a program has in the places that reports are made of, by the names that they stand under.
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
        // Values are known for longer than the events that said so.
        for flag in run.flags() where redaction.hides(flag.key) {
            for value in flag.values { insert(json: value.value) }
        }
    }

    /// - Parameter isKnown: Whether it is a secret whatever its name says.
    private mutating func search(_ value: FlagValue, named name: String, isKnown: Bool = false) {
        let isHidden = isKnown || redaction.hides(name)
        switch value {
        case .string(let text): if isHidden { values.insert(text) }
        case .array(let all): for element in all { search(element, named: name, isKnown: isKnown) }
        case .object(let members):
            for (member, value) in members { search(value, named: isHidden ? name : member, isKnown: isKnown) }
        // Short numbers are left out where values are looked for: elsewhere they could be any.
        case .int(let number): if isHidden { values.insert(String(number)) }
        // These are hidden in their own place.
        case .double, .bool, .null: break
        }
    }

    /// A value as the timeline has it, which is JSON, or the beginning of it where it was cut.
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
