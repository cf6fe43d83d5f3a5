import Synchronization

/// The state of one flag in a stack; used while holding the stack's lock.
final class FlagRecord {
    let entry: FlagEntry
    let cell: (any FlagCell)?
    let slot: UnsafeMutablePointer<FlagSlot>?

    /// The bits in the slot, also where the table has no slot for the flag.
    var bits: UInt64 = 0
    /// The number of changes of the value.
    var version: UInt32 = 0
    /// The last answer in the fixed context, its value as the flag's type writes it.
    var answer = FlagAnswer()
    /// The same by the flag's own rules, without parents and exclusion; `nil` until they are decided.
    var own: FlagAnswer?
    /// Whether the flag and all above it are on by their own rules, which an exclusion group's draw requires; `nil`
    /// until that is decided.
    var isOnByRules: Bool?
    /// The time of the last change of the value, for every context if it doesn't depend on one, in seconds since 1970;
    /// `nil` before the first value.
    var since: Double?
    var wasRead = false
    /// Whether the program reads the flag in the fixed context, as far as that is known: reads after the first don't come
    /// here.
    var wasReadInFixedContext = false

    // From its declaration and its providers.
    var rules = FlagRules.none
    var parent: String?
    var group: String?
    /// Its priority in the group.
    var priority = 0
    /// Whether its own rules depend on the context or the time.
    var ownIsContextual = false
    var ownIsTimed = false

    // The same, with the flags it depends on.
    var isInCycle = false
    var isContextual = false
    var isTimed = false
    /// ``varies``, until the last evaluation.
    var varied = false

    init(_ entry: FlagEntry, slot: UnsafeMutablePointer<FlagSlot>?) {
        self.entry = entry
        self.slot = slot
        cell = entry.declaration?.makeCell()
    }

    var key: String { entry.key }

    /// Whether another context or time can get another value.
    var varies: Bool { isContextual || isTimed }

    /// Whether it is on in the fixed context.
    var isOn: Bool { answer.verdict.isOn(entry) }

    /// The value, the program's default where no provider returned one.
    var value: JSONValue { value(of: answer) }

    /// Reports a rollout without a targeting key, if the program reads the flag in the fixed context.
    ///
    /// A server may have no targeting key there and read flags in other contexts only.
    func reportMissingTargetingKey(to log: FlagDiagnosticLog) {
        if wasReadInFixedContext, own?.verdict.lacksTargetingKey == true { log.report(lacksTargetingKey: entry) }
    }

    func value(of answer: FlagAnswer) -> JSONValue { answer.value ?? entry.declaration?.defaultValue ?? .null }

    func resolution(_ answer: FlagAnswer) -> Resolution<JSONValue> {
        answer.resolution(value(of: answer))
    }

    /// Writes the slot: the value first, so that a reader that sees the state sees the value.
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
