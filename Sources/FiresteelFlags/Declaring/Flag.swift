public import FiresteelBase

/// A named value that decides behaviour and comes from outside the code.
///
/// Declare flags as properties of a ``FlagContainer``, or one by one with a key:
///
/// ```swift
/// let sharing = Flag("sharing", default: false, description: "Documents can be shared")
/// if stack[sharing] { … }
/// ```
///
/// A flag is a name, not a value: the value belongs to a ``FlagStack``.
public struct Flag<Value: FlagValueConvertible>: Sendable {
    /// The value if no provider returns one.
    public let defaultValue: Value
    /// The properties of the flag besides its value.
    public let declaration: FlagDeclaration
    @usableFromInline let binding: FlagBinding

    /// Declares a flag.
    ///
    /// - Parameters:
    ///   - key: The key in providers. By default, the container derives it from the name of the property.
    ///   - defaultValue: The value if no provider returns one; if it isn't a `Bool`, also the value if its parent is
    ///     off.
    ///   - description: A sentence that describes what the flag decides.
    ///   - owner: The person or team responsible for it.
    ///   - expires: The last day on which the code should contain it.
    ///   - kind: Its purpose.
    ///   - local: Its state in this build. Only for `Bool`.
    ///   - parent: The key of the parent flag: if the parent is off, this flag is off.
    ///   - exclusionGroup: The name of a group of flags of which at most one is on. Only for `Bool`.
    ///   - exclusionPriority: Its priority in the group: of the flags that would be on, one with the highest priority is on.
    ///     Flags of equal priority share the contexts.
    ///   - file: The file of the declaration, for messages; omit it.
    ///   - line: The line of the declaration, for messages; omit it.
    public init(
        _ key: String? = nil, default defaultValue: Value, description: String = "", owner: String? = nil,
        expires: FlagDate? = nil, kind: FlagKind = .release, local: LocalState = .followsProviders,
        parent: String? = nil, exclusionGroup: String? = nil, exclusionPriority: Int = 0,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.defaultValue = defaultValue
        binding = FlagBinding()
        declaration = FlagDeclaration(
            key: key, defaultValue: defaultValue, description: description, owner: owner, expires: expires, kind: kind,
            local: local, parent: parent, exclusionGroup: exclusionGroup, exclusionPriority: exclusionPriority,
            file: file,
            line: line)
    }

    init(defaultValue: Value, declaration: FlagDeclaration) {
        self.defaultValue = defaultValue
        self.declaration = declaration
        binding = FlagBinding()
    }

    /// The key in providers; empty until the container is registered.
    public var key: String { declaration.key }

    /// The value in the stack with which the container is registered, or else in ``FlagStack/current``.
    ///
    /// Without a stack, it is the default, which is reported once.
    @inlinable public var value: Value {
        if let stack = binding.stack { return stack.withBorrowed { $0.value(of: self) } }
        if let stack = FlagStack.ambient { return stack.withBorrowed { $0.value(of: self) } }
        MissingFlagStack.report(declaration)
        return defaultValue
    }
}
