/// What is recorded when an action begins, beside its input.
@dynamicMemberLookup
public struct BeginFields: Sendable {
    /// When: nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The first cause of the chain that this perform belongs to, or 0 when it is itself the first.
    public var root: UInt64
    /// Whether the input was cut before it got here, see ``InputSummary/isCut``.
    public var isInputCut: Bool
    /// What its completion repeats.
    public var perform: PerformFields

    /// Fields with these values; each is described where it is declared.
    public init(time: UInt64, root: UInt64 = 0, isInputCut: Bool = false, perform: PerformFields) {
        self.time = time
        self.root = root
        self.isInputCut = isInputCut
        self.perform = perform
    }

    /// One of the fields that the completion repeats, such as `fields.session`.
    public subscript<Value>(dynamicMember field: WritableKeyPath<PerformFields, Value>) -> Value {
        get { perform[keyPath: field] }
        set { perform[keyPath: field] = newValue }
    }
}
