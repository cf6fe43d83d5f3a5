/// A property that has a flag's value.
///
/// For classes and modules that want one value and no container:
///
/// ```swift
/// final class SearchController {
///     @FlagBacked("search.suggestions", default: true) var showsSuggestions
/// }
/// ```
///
/// `$showsSuggestions` is the ``Flag``. It is declared by its first read; until then, lists of flags don't have it. Making
/// such a property costs as much as making two small objects and a look-up by key, reading it what a flag costs.
///
/// The property can't be set: a flag is set by ``FlagStack/setOverride(_:for:)``, which can fail and says so.
@propertyWrapper
public struct FlagBacked<Value: FlagValueConvertible>: Sendable {
    /// The flag.
    public let projectedValue: Flag<Value>
    private let stack: FlagStack?

    /// A property with the value of a flag of its own.
    ///
    /// - Parameters:
    ///   - key: What providers call it. An empty one gives the default, which is reported when it is read.
    ///   - defaultValue: The value where nobody knows another.
    ///   - description: What it decides, in a sentence.
    ///   - owner: Who to ask about it.
    ///   - expires: After this day it should be gone from the code.
    ///   - kind: What it is for.
    ///   - stack: Where it has its value; ``FlagStack/current`` where none is given.
    ///   - file: Where it is declared, for messages.
    ///   - line: Where it is declared, for messages.
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

    /// A property with the value of a flag that is declared elsewhere.
    public init(_ flag: Flag<Value>, in stack: FlagStack? = nil) {
        self.stack = stack
        projectedValue = flag
    }

    /// The flag's value now.
    public var wrappedValue: Value { stack?.value(of: projectedValue) ?? projectedValue.value }
}
