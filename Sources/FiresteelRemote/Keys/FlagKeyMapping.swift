public import FiresteelFlags

/// A mapping between the program's flag keys and a provider's names.
///
/// Programs have keys such as `editor.autosave` and feature paths such as `App/Documents/Sharing`; other systems allow
/// only letters, digits and `_`. Each key has one name there, and each name belongs to one key: collisions are
/// rejected.
///
/// ## The style `letters`
///
/// | in a key | in a name |
/// |---|---|
/// | letters and digits of ASCII, a single `_` | the same |
/// | `.` | `__` |
/// | `/` | `___` |
/// | other characters, and consecutive separators | `____`, their UTF-8 in hexadecimal digits, `_` |
///
/// For example, `editor.autosave` becomes `editor__autosave`, `App/Documents/Sharing` becomes
/// `App___Documents___Sharing`, `new_search` is unchanged, and `a-b` becomes `a____2d_b`.
public struct FlagKeyMapping: Sendable {
    /// The way in which names are derived from keys.
    public enum Style: Sendable {
        /// The name is the key.
        case same
        /// Letters, digits and `_`, not starting with a digit, up to a maximum length.
        case letters(maximum: Int)
    }

    private let style: Style
    private let names: [String: String]
    private let keys: [String: String]

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - style: The way in which names are derived from keys.
    ///   - names: Explicit names, by key.
    /// - Throws: `GENERAL` if two keys have the same name.
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

    /// Creates a mapping without explicit names.
    public init(_ style: Style) {
        self.init(style, [:], [:])
    }

    private init(_ style: Style, _ names: [String: String], _ keys: [String: String]) {
        self.style = style
        self.names = names
        self.keys = keys
    }

    /// Returns the provider's name for a key.
    ///
    /// - Throws: `GENERAL` if the name is too long, or belongs to another key.
    public func name(for key: String) throws(FlagError) -> String {
        if let name = names[key] { return name }
        let name = derivedName(for: key)
        if case .letters(let maximum) = style, name.utf8.count > maximum {
            throw FlagError(
                .general,
                "The name “\(name)” of the flag “\(key)” is longer than \(maximum) characters. Map the key explicitly.")
        }
        if let other = keys[name] {
            throw FlagError(
                .general,
                "The flags “\(other)” and “\(key)” would have the same name “\(name)”. Give one of them another.")
        }
        return name
    }

    /// Returns the key for a name.
    ///
    /// A name without a key is its own key.
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
