public import Synchronization

/// The properties of a flag besides its value.
///
/// Every ``Flag`` has one; only copies of a flag share it.
public final class FlagDeclaration: Sendable {
    /// The type of the values.
    public let type: FlagType
    /// All possible values, or `nil` if there are too many to list.
    public let allowedValues: [JSONValue]?
    /// The value if no provider returns one.
    public let defaultValue: JSONValue
    /// A sentence that describes what the flag decides.
    public let description: String
    /// The person or team responsible for it.
    public let owner: String?
    /// The last day on which the code should contain it.
    public let expires: FlagDate?
    /// Its purpose.
    public let kind: FlagKind
    /// Its state in this build.
    public let local: LocalState
    /// The key of the parent flag: if the parent is off, this flag is off.
    public let parent: String?
    /// The name of a group of flags of which at most one is on.
    public let exclusionGroup: String?
    /// Its priority in the group.
    public let exclusionPriority: Int
    /// Module and file of its declaration.
    public let file: String
    /// The line in the file.
    public let line: UInt
    /// The name of the Swift type of its values.
    public let valueTypeName: String

    let valueType: ObjectIdentifier
    /// Whether its first read is meant to declare it.
    let declaresItself: Bool
    private let check: TypeCheck
    private let makeTypedCell: @Sendable () -> any FlagCell
    private let name = Mutex("")
    @usableFromInline let position = Atomic<UInt32>(FlagDeclaration.nowhere)

    /// The index of a declaration that has no key yet.
    @usableFromInline static let nowhere = UInt32.max

    private enum TypeCheck: Sendable {
        case bool, string
        case other(accepts: @Sendable (JSONValue) -> Bool, canonical: @Sendable (JSONValue) -> JSONValue?)
    }

    init<Value: FlagValueConvertible>(
        key: String?, defaultValue: Value, description: String, owner: String?, expires: FlagDate?, kind: FlagKind,
        local: LocalState, parent: String?, exclusionGroup: String?, exclusionPriority: Int = 0,
        declaresItself: Bool = false,
        file: StaticString, line: UInt
    ) {
        self.declaresItself = declaresItself
        type = Value.flagType
        allowedValues = Value.allowedFlagValues
        self.defaultValue = defaultValue.flagValue
        self.description = description
        self.owner = owner
        self.expires = expires
        self.kind = kind
        self.local = local
        self.parent = parent
        self.exclusionGroup = exclusionGroup
        self.exclusionPriority = exclusionPriority
        self.file = "\(file)"
        self.line = line
        valueTypeName = "\(Value.self)"
        valueType = ObjectIdentifier(Value.self)
        if Value.self == Bool.self {
            check = .bool
        } else if Value.self == String.self {
            check = .string
        } else {
            check = .other(
                accepts: { Value(flagValue: $0) != nil }, canonical: { Value(flagValue: $0)?.flagValue })
        }
        makeTypedCell = { TypedFlagCell<Value>(defaultValue: defaultValue) }
        if let key, !key.isEmpty { _ = assign(key: key) }
    }

    /// The key in providers; empty until the container is registered, and constant from then on.
    public var key: String { name.withLock { $0 } }

    /// A number for key and type, constant in the process, or `UInt32.max` without a key.
    @inlinable public var index: UInt32 { position.load(ordering: .acquiring) }

    /// Sets the key; returns `false` if the flag already has another one.
    func assign(key: String) -> Bool {
        name.withLock { name in
            if name.isEmpty {
                name = key
                position.store(FlagIndices.shared.index(of: key, valueType), ordering: .releasing)
            }
            return name == key
        }
    }

    /// Returns whether a provider's value is of the flag's type.
    func accepts(_ value: JSONValue) -> Bool {
        switch check {
        case .bool: if case .bool = value { true } else { false }
        case .string: if case .string = value { true } else { false }
        case .other(let accepts, _): accepts(value)
        }
    }

    /// Returns an accepted value as the flag's type writes it: 1.0 for a `Double` with the value 1.
    ///
    /// Values that read as equal are then equal.
    func canonical(_ value: JSONValue) -> JSONValue {
        guard case .other(_, let canonical) = check, let written = canonical(value), written != .null else {
            return value
        }
        return written
    }

    func makeCell() -> any FlagCell { makeTypedCell() }

    /// Returns whether it is declared at the same location in the code, as by a container that is registered again.
    func isRepetition(of other: FlagDeclaration) -> Bool {
        self === other || (line == other.line && file == other.file && valueType == other.valueType)
    }
}
