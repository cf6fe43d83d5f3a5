public import Synchronization

/// What a program says about one of its flags, beside its value.
///
/// Every ``Flag`` has one, and two flags share one only where the flag was copied.
public final class FlagDeclaration: Sendable {
    /// The kind of value.
    public let type: FlagType
    /// The only values that there are, or `nil` where there are too many to list.
    public let allowedValues: [FlagValue]?
    /// The value where nobody knows another.
    public let defaultValue: FlagValue
    /// What it decides, in a sentence.
    public let description: String
    /// Who to ask about it.
    public let owner: String?
    /// After this day it should be gone from the code.
    public let expires: FlagDate?
    /// What it is for.
    public let kind: FlagKind
    /// Whether this build decides for itself.
    public let local: LocalState
    /// The key of a flag without which this one is off.
    public let parent: String?
    /// The name of a group of flags of which one at most is on at a time.
    public let exclusionGroup: String?
    /// Module and file of its declaration.
    public let file: String
    /// The line in the file.
    public let line: UInt
    /// The Swift type of its values, as people write it.
    public let valueTypeName: String

    let valueType: ObjectIdentifier
    /// Whether it is meant to be declared by its first read.
    let declaresItself: Bool
    private let check: TypeCheck
    private let makeTypedCell: @Sendable () -> any FlagCell
    private let name = Mutex("")
    @usableFromInline let position = Atomic<UInt32>(FlagDeclaration.nowhere)

    /// The index of a declaration that has no key yet.
    @usableFromInline static let nowhere = UInt32.max

    private enum TypeCheck: Sendable {
        case bool, string
        case other(accepts: @Sendable (FlagValue) -> Bool, canonical: @Sendable (FlagValue) -> FlagValue?)
    }

    init<Value: FlagValueConvertible>(
        key: String?, defaultValue: Value, description: String, owner: String?, expires: FlagDate?, kind: FlagKind,
        local: LocalState, parent: String?, exclusionGroup: String?, declaresItself: Bool = false,
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

    /// What providers call it; empty until its container was registered.
    ///
    /// It never changes once it is there.
    public var key: String { name.withLock { $0 } }

    /// A number for key and type, the same for the whole process, or `UInt32.max` without a key.
    ///
    /// It means nothing outside the process.
    @inlinable public var index: UInt32 { position.load(ordering: .acquiring) }

    /// Names it; `false` where it has another name already.
    func assign(key: String) -> Bool {
        name.withLock { name in
            if name.isEmpty {
                name = key
                position.store(FlagIndices.shared.index(of: key, valueType), ordering: .releasing)
            }
            return name == key
        }
    }

    /// Whether a provider's value is one of this flag's.
    func accepts(_ value: FlagValue) -> Bool {
        switch check {
        case .bool: if case .bool = value { true } else { false }
        case .string: if case .string = value { true } else { false }
        case .other(let accepts, _): accepts(value)
        }
    }

    /// A value that it accepts, as the flag's type writes it: 1.0 where a `Double` was given 1.
    ///
    /// Values that read the same compare the same then.
    func canonical(_ value: FlagValue) -> FlagValue {
        guard case .other(_, let canonical) = check, let written = canonical(value), written != .null else {
            return value
        }
        return written
    }

    func makeCell() -> any FlagCell { makeTypedCell() }

    /// Whether it was made at the same place in the code, as by a container that is registered again.
    func isRepetition(of other: FlagDeclaration) -> Bool {
        self === other || (line == other.line && file == other.file && valueType == other.valueType)
    }
}
