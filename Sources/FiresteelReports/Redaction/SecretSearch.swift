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

    mutating func search(_ run: Run) { values.formUnion(redaction.secrets(in: run)) }

    private mutating func search(_ value: JSONValue, named name: String) {
        let isHidden = redaction.hides(name)
        switch value {
        case .string(let text): if isHidden { values.insert(text) }
        case .array(let all): for element in all { search(element, named: name) }
        case .object(let members):
            for (member, value) in members { search(value, named: isHidden ? name : member) }
        // Short numbers are excluded from the search: elsewhere they could have any meaning.
        case .int(let number): if isHidden { values.insert(String(number)) }
        // These are hidden only in their own place.
        case .double, .bool, .null: break
        }
    }
}
