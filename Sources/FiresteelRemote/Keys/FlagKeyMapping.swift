public import FiresteelFlags

/// How a provider calls the flags that the program knows by other keys, and back.
///
/// Programs have keys such as `editor.autosave` and feature paths such as `App/Documents/Sharing`; other systems allow
/// letters, digits and `_` alone. Every key has one name there, and every name belongs to one key: what would collide is
/// refused.
///
/// ## The style `letters`
///
/// | in a key | in a name |
/// |---|---|
/// | letters and digits of ASCII, a single `_` | the same |
/// | `.` | `__` |
/// | `/` | `___` |
/// | anything else, and such signs next to each other | `____`, their UTF-8 in hexadecimal digits, `_` |
///
/// So `editor.autosave` is `editor__autosave`, `App/Documents/Sharing` is `App___Documents___Sharing`, `new_search` stays
/// as it is, and `a-b` is `a____2d_b`.
public struct FlagKeyMapping: Sendable {
    /// How names are made of keys.
    public enum Style: Sendable {
        /// The name is the key.
        case same
        /// Letters, digits and `_`, not beginning with a digit, up to a length.
        case letters(maximum: Int)
    }

    private let style: Style
    private let names: [String: String]
    private let keys: [String: String]

    /// A mapping.
    ///
    /// - Parameters:
    ///   - style: How names are made of keys.
    ///   - names: Names given by hand, by key.
    /// - Throws: `GENERAL` where two keys have one name.
    public init(_ style: Style, names: [String: String] = [:]) throws(FlagError) {
        var keys: [String: String] = [:]
        for (key, name) in names.sorted(by: { $0.key < $1.key }) {
            if let other = keys.updateValue(key, forKey: name) {
                throw FlagError(
                    .general, "The keys “\(other)” and “\(key)” have the same name “\(name)”. Give one of them another."
                )
            }
        }
        self.init(style, names, keys)
    }

    /// A mapping without names given by hand.
    public init(_ style: Style) {
        self.init(style, [:], [:])
    }

    private init(_ style: Style, _ names: [String: String], _ keys: [String: String]) {
        self.style = style
        self.names = names
        self.keys = keys
    }

    /// What the provider calls a key.
    ///
    /// - Throws: `GENERAL` where the name is too long, or that of another key.
    public func name(for key: String) throws(FlagError) -> String {
        if let name = names[key] { return name }
        let name = derivedName(for: key)
        if case .letters(let maximum) = style, name.utf8.count > maximum {
            throw FlagError(
                .general,
                "The name “\(name)” of the flag “\(key)” is longer than \(maximum) letters. Give it one by hand.")
        }
        if let other = keys[name] {
            throw FlagError(
                .general,
                "The flags “\(other)” and “\(key)” would have the same name “\(name)”. Give one of them another.")
        }
        return name
    }

    /// The key that has a name.
    ///
    /// A name that no key has is its own key.
    public func key(for name: String) -> String {
        if let key = keys[name] { return key }
        guard case .letters = style, let key = LettersCoding.decoded(name), names[key] == nil else { return name }
        return key
    }

    private func derivedName(for key: String) -> String {
        switch style {
        case .same: key
        case .letters: LettersCoding.encoded(key)
        }
    }
}
