/// The fields of a begin event, except the input.
@dynamicMemberLookup
public struct BeginFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The first cause of the chain, or 0 if this perform is the first.
    public var root: UInt64
    /// Whether the input was cut before it got here, see ``InputSummary/isCut``.
    public var isInputCut: Bool
    /// The fields that the completion repeats.
    public var perform: PerformFields

    /// Creates the fields.
    public init(time: UInt64, root: UInt64 = 0, isInputCut: Bool = false, perform: PerformFields) {
        self.time = time
        self.root = root
        self.isInputCut = isInputCut
        self.perform = perform
    }

    /// A field that the completion repeats, such as `fields.session`.
    public subscript<Value>(dynamicMember field: WritableKeyPath<PerformFields, Value>) -> Value {
        get { perform[keyPath: field] }
        set { perform[keyPath: field] = newValue }
    }
}
