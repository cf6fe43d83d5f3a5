import Synchronization

/// What a stack keeps of one flag, below its lock.
final class FlagRecord {
    let entry: FlagEntry
    let cell: (any FlagCell)?
    let slot: UnsafeMutablePointer<FlagSlot>?

    /// What stands, or would stand, in the slot.
    var bits: UInt64 = 0
    /// How often the value has changed.
    var version: UInt32 = 0
    /// The last answer in the fixed context.
    var answer = FlagAnswer(nil, reason: .unknown)
    /// The same without parents and exclusion.
    var own = FlagAnswer(nil, reason: .unknown)
    /// Whether it and all above it are on by their own rules, which is what counts in an exclusion group.
    var isOnByRules = false
    /// Since when the value has been what it is, and for everybody where it is so now, in seconds since 1970; `nil` before the
    /// first.
    var since: Double?
    var wasRead = false

    // What its providers and its declaration say of it.
    var steps: [FlagPlan.Step] = []
    var parent: String?
    var group: String?
    var local: Bool?
    /// Whether its own rules look at the context or the time.
    var ownIsContextual = false
    var ownIsTimed = false

    // What that comes to together with the flags that it depends on.
    var isInCycle = false
    var isContextual = false
    var isTimed = false
    /// Whether another context or time could get another value until the last evaluation.
    var varied = false

    init(_ entry: FlagEntry, slot: UnsafeMutablePointer<FlagSlot>?) {
        self.entry = entry
        self.slot = slot
        cell = entry.declaration?.makeCell()
    }

    var key: String { entry.key }

    /// Whether another context or time can get another value.
    var varies: Bool { isContextual || isTimed }

    /// The value, the program's default where no provider gave one.
    var value: FlagValue { value(of: answer) }

    func value(of answer: FlagAnswer) -> FlagValue {
        answer.value ?? entry.declaration?.defaultValue ?? .null
    }

    func resolution(_ answer: FlagAnswer) -> Resolution<FlagValue> {
        answer.resolution(value(of: answer))
    }

    /// Writes what readers find: the value first, so that whoever sees the state sees the value.
    func publish(isObserved: Bool) {
        guard let slot else { return }
        var state = UInt64(version) << 32
        if isTimed { state |= FlagSlot.timed }
        if isContextual { state |= FlagSlot.contextual }
        if !wasRead { state |= FlagSlot.unread }
        if isObserved { state |= FlagSlot.observed }
        slot.pointee.value.store(bits, ordering: .releasing)
        slot.pointee.entry.store(
            UnsafeRawPointer(Unmanaged.passUnretained(entry).toOpaque()), ordering: .releasing)
        slot.pointee.state.store(state, ordering: .releasing)
    }
}

extension FlagAnswer {
    /// The answer with its value.
    func resolution<Value>(_ value: Value) -> Resolution<Value> {
        Resolution(
            value: value, variant: variant, reason: reason, provider: provider, error: error, metadata: metadata,
            skipped: skipped)
    }

    /// Whether nobody would notice a difference.
    func isSame(as other: FlagAnswer) -> Bool {
        value == other.value && variant == other.variant && reason == other.reason && provider == other.provider
            && error == other.error && metadata == other.metadata && skipped == other.skipped
    }
}
