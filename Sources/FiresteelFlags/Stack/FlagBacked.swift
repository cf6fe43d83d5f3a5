/// A property that has a flag's value.
///
/// For classes and modules that need one value and no container:
///
/// ```swift
/// final class SearchController {
///     @FlagBacked("search.suggestions", default: true) var showsSuggestions
/// }
/// ```
///
/// `$showsSuggestions` is the ``Flag``. Its first read declares it; until then, lists of flags don't contain it. Creating
/// such a property costs two small objects and a lookup by key; reading it costs the same as reading a flag.
///
/// The property can't be set: use ``FlagStack/setOverride(_:for:isStored:)``, which can throw.
@propertyWrapper
public struct FlagBacked<Value: FlagValueConvertible>: Sendable {
    /// The flag.
    public let projectedValue: Flag<Value>
    private let stack: FlagStack?

    /// Declares a flag, and creates a property with its value.
    ///
    /// - Parameters:
    ///   - key: The key in providers. With an empty one, the property has the default, which a read reports.
    ///   - defaultValue: The value if no provider returns one.
    ///   - description: A sentence that describes what the flag decides.
    ///   - owner: The person or team responsible for it.
    ///   - expires: The last day on which the code should contain it.
    ///   - kind: Its purpose.
    ///   - stack: The stack that decides its value; by default, ``FlagStack/current``.
    ///   - file: The file of the declaration, for messages; omit it.
    ///   - line: The line of the declaration, for messages; omit it.
    public init(
        _ key: String, default defaultValue: Value, description: String = "", owner: String? = nil,
        expires: FlagDate? = nil, kind: FlagKind = .release, in stack: FlagStack? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.stack = stack
        let declaration = FlagDeclaration(
            key: key, defaultValue: defaultValue, description: description, owner: owner, expires: expires, kind: kind,
            local: .followsProviders, parent: nil, exclusionGroup: nil, declaresItself: true, file: file, line: line)
        projectedValue = Flag(defaultValue: defaultValue, declaration: declaration)
    }

    /// Creates a property with the value of a flag that is declared elsewhere.
    public init(_ flag: Flag<Value>, in stack: FlagStack? = nil) {
        self.stack = stack
        projectedValue = flag
    }

    /// The flag's current value.
    public var wrappedValue: Value { stack?.value(of: projectedValue) ?? projectedValue.value }
}
