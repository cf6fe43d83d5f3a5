/// A group of flags, declared as properties of a structure.
///
/// ```swift
/// struct EditorFlags: FlagContainer {
///     let autosave = Flag(default: true, description: "Documents are saved while one writes")
///     let preview = PreviewFlags()
/// }
///
/// let editor = try stack.register(EditorFlags.self)
/// if editor.autosave.value { … }
/// ```
///
/// A flag's key is the container's ``key`` and the name of its property, with a dot between them: `editor.autosave`. A
/// container within a container adds the name of its property: `editor.preview.delay`. An explicit key is used
/// unchanged.
public protocol FlagContainer: Sendable {
    /// Creates the container with new flags.
    init()

    /// The prefix of its flags' keys; empty if they are the names of the properties.
    ///
    /// By default, the name of the type without "Flags" at its end, beginning in lower case.
    static var key: String { get }
}

extension FlagContainer {
    /// The name of the type without "Flags" at its end, beginning in lower case.
    public static var key: String { FlagContainerReader.key(for: "\(Self.self)") }
}

/// A flag of any type, for the reader of containers.
protocol DeclaredFlag: Sendable {
    var declaration: FlagDeclaration { get }
    var binding: FlagBinding { get }
}

extension Flag: DeclaredFlag {}

/// Finds the flags of a container by its properties.
struct FlagContainerReader {
    /// A flag of the container.
    struct Found {
        let flag: any DeclaredFlag
        /// The flag's key; empty if it can't have one.
        let key: String
    }

    private(set) var found: [Found] = []

    mutating func read(_ container: some FlagContainer, prefix: String) {
        var mirror: Mirror? = Mirror(reflecting: container)
        while let current = mirror {
            for child in current.children {
                let name = Self.propertyName(child.label)
                if let flag = child.value as? any DeclaredFlag {
                    let given = flag.declaration.key
                    found.append(Found(flag: flag, key: given.isEmpty ? Self.join(prefix, name) : given))
                } else if let nested = child.value as? any FlagContainer {
                    read(nested, prefix: name.isEmpty ? prefix : Self.join(prefix, name))
                }
            }
            mirror = current.superclassMirror
        }
    }

    /// Returns the name of a property, without the prefix of a macro or a property wrapper.
    private static func propertyName(_ label: String?) -> String {
        guard let label else { return "" }
        return String(label.drop { $0 == "_" || $0 == "$" })
    }

    private static func join(_ prefix: String, _ name: String) -> String {
        name.isEmpty ? "" : prefix.isEmpty ? name : "\(prefix).\(name)"
    }

    /// Returns "editor" for "EditorFlags", "url" for "URLFlags" and an empty string for "Flags".
    static func key(for typeName: String) -> String {
        var name = Substring(typeName)
        if let bracket = name.firstIndex(of: "<") { name = name[..<bracket] }
        if name.hasSuffix("Flags") { name.removeLast(5) }
        let capitals = name.prefix { $0.isUppercase }
        guard !capitals.isEmpty else { return String(name) }
        let rest = name.dropFirst(capitals.count)
        // The last of several capitals begins the next word: "URLParser" becomes "urlParser".
        guard capitals.count > 1, rest.first?.isLetter == true else { return capitals.lowercased() + rest }
        return capitals.dropLast().lowercased() + String(capitals.suffix(1)) + rest
    }
}
