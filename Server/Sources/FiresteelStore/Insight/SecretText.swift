package import FiresteelBase
import FiresteelTimeline

/// Finds texts that look like secrets or personal data, and replaces them.
///
/// Programs remove what they know to be secret; this is the server's second look, for what any program's message should
/// never contain: addresses of email, names of home folders, bearer tokens, JSON web tokens, keys with well-known prefixes,
/// private keys, and numbers of payment cards, also with percent-encoding. The values of members whose name says that they
/// are secret are replaced as well. A second reading of the result changes nothing.
package enum SecretText {
    /// The replacement.
    package static let mark = "hidden"

    private static let names = [
        "password", "passwd", "passphrase", "secret", "token", "authorization", "cookie", "apikey", "accesskey",
        "credential", "privatekey",
    ]

    /// Returns the text without apparent secrets, or `nil` if there are none.
    ///
    /// - Parameter keepsLength: Whether a replacement is cut where it would be longer than what it replaces.
    package static func replaced(_ text: String, keepsLength: Bool = false) -> String? {
        guard SecretScanner.mayHaveSecret(text) else { return nil }
        return SecretScanner(keepsLength: keepsLength).replaced(Array(text.utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Replaces the texts of a value, names of members included, and returns how many there were.
    ///
    /// - Parameters:
    ///   - keepsLength: Whether replacements are cut that would be longer.
    ///   - hidesByName: Whether values are replaced, whatever their form, if their name marks them as secret. Names may be
    ///     data: in a segment, those of errors have the numbers of failures.
    package static func replace(
        in value: inout JSONValue, keepsLength: Bool = false, hidesByName: Bool = true
    ) -> Int {
        Replacement(keepsLength: keepsLength, hidesByName: hidesByName).apply(to: &value, isLabeled: false)
    }

    private struct Replacement {
        let keepsLength: Bool
        let hidesByName: Bool

        /// - Parameter isLabeled: Whether the object around the value says that it is a secret's.
        func apply(to value: inout JSONValue, isLabeled: Bool) -> Int {
            switch value {
            case .string(let text):
                guard let other = replaced(text, keepsLength: keepsLength) else { return 0 }
                value = .string(other)
                return 1
            case .array(var elements):
                var count = 0
                for index in elements.indices { count += apply(to: &elements[index], isLabeled: isLabeled) }
                if count > 0 { value = .array(elements) }
                return count
            case .object(var members):
                let count = apply(to: &members, isLabeled: isLabeled)
                if count > 0 { value = .object(members) }
                return count
            case .null, .bool, .int, .double: return 0
            }
        }

        /// Replaces the secrets of a retained input, which is JSON in a text, and returns 1, or 0 if there are none.
        private func replaceInput(of members: inout [String: JSONValue]) -> Int {
            guard case .string(let text)? = members["json"], !text.isEmpty else { return 0 }
            // Its members can't be distinguished.
            guard let input = try? JSONValue(json: Array(text.utf8)) else {
                members["json"] = .string("")
                return 1
            }
            let other = withPlaceholders(input)
            guard other != input else { return 0 }
            members["json"] = .string(keepsLength ? "" : other.json())
            return 1
        }

        private func apply(to members: inout [String: JSONValue], isLabeled: Bool) -> Int {
            let isLabeled =
                isLabeled
                || hidesByName && ["label", "name", "key", "flag"].contains { isSecretName(members[$0]) }
            var count = members["kind"] == "input-kept" ? replaceInput(of: &members) : 0
            for name in members.keys {
                guard var member = members[name] else { continue }
                let isSecret =
                    hidesByName && hides(name) && !isCount(member, name)
                    || isLabeled && ["value", "was", "latest"].contains(name)
                let replaced =
                    isSecret
                    ? hide(&member, keepsLength: keepsLength)
                    : apply(to: &member, isLabeled: isLabeled && name == "values")
                if replaced > 0 { members[name] = member }
                count += replaced
            }
            return count + replaceNames(of: &members, keepsLength: keepsLength)
        }
    }

    /// Returns a retained input with placeholders for apparent secrets and for values with the names of secrets.
    private static func withPlaceholders(_ input: JSONValue) -> JSONValue {
        switch input {
        case .null, .bool, .int, .double: input
        case _ where KeptInput.isHidden(input):
            KeptInput.hiddenType(of: input).flatMap { replaced($0) } == nil ? input : KeptInput.hiddenValue
        case .string(let text): replaced(text) == nil ? input : KeptInput.hiddenValue
        case .array(let elements): .array(elements.map(withPlaceholders))
        // The names of a dictionary are data.
        case .object(let members) where members.keys.contains { replaced($0) != nil }: KeptInput.hiddenValue
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        (
                            name,
                            hides(name) && !isCount(member, name)
                                ? KeptInput.placeholder(for: member) : withPlaceholders(member)
                        )
                    }))
        }
    }

    /// Replaces a secret's value whatever it looks like, and returns 1, or 0 if it says nothing.
    private static func hide(_ value: inout JSONValue, keepsLength: Bool) -> Int {
        let other: JSONValue
        switch value {
        case .null, .bool, .string(""), .array([]), .object([:]): return 0
        case .string(let text): other = .string(keepsLength ? String(mark.prefix(text.utf8.count)) : mark)
        case .int, .double: other = keepsLength ? .int(0) : .string(mark)
        case .array: other = keepsLength ? .array([]) : .string(mark)
        case .object: other = keepsLength ? .object([:]) : .string(mark)
        }
        guard value != other else { return 0 }
        value = other
        return 1
    }

    /// Replaces names of members, which may be data as well, and returns how many there were.
    private static func replaceNames(of members: inout [String: JSONValue], keepsLength: Bool) -> Int {
        var count = 0
        var number = 1
        // In order, so that equal objects remain equal.
        let found = members.keys.compactMap { name in replaced(name, keepsLength: keepsLength).map { (name, $0) } }
        for (name, other) in found.sorted(by: { $0.0 < $1.0 }) {
            let member = members.removeValue(forKey: name)
            count += 1
            var unique = other
            while members[unique] != nil, !keepsLength {
                number += 1
                unique = "\(other)-\(number)"
            }
            // With its length kept there is no room for a number: the first remains.
            if members[unique] == nil { members[unique] = member }
        }
        return count
    }

    /// Whether a member is a name that says that a value beside it is secret.
    private static func isSecretName(_ member: JSONValue?) -> Bool {
        if case .string(let name)? = member { hides(name) } else { false }
    }

    /// Whether a name says that its value is secret.
    static func hides(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return names.contains { plain.hasSuffix($0) || plain.hasSuffix($0 + "s") }
    }

    /// Whether a value is the number of secrets, as in `"tokens": 3`.
    private static func isCount(_ value: JSONValue, _ name: String) -> Bool {
        switch value {
        case .int, .double: name.lowercased().filter { $0.isLetter || $0.isNumber }.hasSuffix("s")
        default: false
        }
    }
}
