/// A flag: a value with a name that decides behaviour and comes from outside the code.
///
/// Declare flags as properties of a ``FlagContainer``, or one by one with a key:
///
/// ```swift
/// let sharing = Flag("sharing", default: false, description: "Documents can be shared")
/// if stack[sharing] { … }
/// ```
///
/// A flag is a name for a value and has none of its own: the value belongs to a ``FlagStack``.
public struct Flag<Value: FlagValueConvertible>: Sendable {
    /// The value where nobody knows another.
    public let defaultValue: Value
    /// What is known about it beside its value.
    public let declaration: FlagDeclaration
    @usableFromInline let binding: FlagBinding

    /// A flag.
    ///
    /// - Parameters:
    ///   - key: What providers call it. Without one, its container gives it the name of its property.
    ///   - defaultValue: The value where nobody knows another, and where its parent is off.
    ///   - description: What it decides, in a sentence.
    ///   - owner: Who to ask about it.
    ///   - expires: After this day it should be gone from the code.
    ///   - kind: What it is for.
    ///   - local: Whether this build decides for itself. Only for `Bool`.
    ///   - parent: The key of a flag without which this one is off.
    ///   - exclusionGroup: The name of a group of flags of which one at most is on at a time. Only for `Bool`.
    ///   - file: Where it is declared, for messages: leave it out.
    ///   - line: The line there: leave it out.
    public init(
        _ key: String? = nil, default defaultValue: Value, description: String = "", owner: String? = nil,
        expires: FlagDate? = nil, kind: FlagKind = .release, local: LocalState = .followsProviders,
        parent: String? = nil, exclusionGroup: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.defaultValue = defaultValue
        binding = FlagBinding()
        declaration = FlagDeclaration(
            key: key, defaultValue: defaultValue, description: description, owner: owner, expires: expires, kind: kind,
            local: local, parent: parent, exclusionGroup: exclusionGroup, file: file, line: line)
    }

    init(defaultValue: Value, declaration: FlagDeclaration) {
        self.defaultValue = defaultValue
        self.declaration = declaration
        binding = FlagBinding()
    }

    /// What providers call it; empty until its container was registered.
    public var key: String { declaration.key }

    /// The value now: in the stack with which its container was registered, else in ``FlagStack/current``.
    ///
    /// Without any stack it is the default, and that is reported once.
    @inlinable public var value: Value {
        if let stack = binding.stack { return stack._withUnsafeGuaranteedRef { $0.value(of: self) } }
        if let stack = FlagStack.ambient { return stack._withUnsafeGuaranteedRef { $0.value(of: self) } }
        MissingFlagStack.report(declaration)
        return defaultValue
    }
}
