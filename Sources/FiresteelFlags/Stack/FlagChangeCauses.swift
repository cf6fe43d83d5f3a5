/// The number of changes that led to a change of flags.
///
/// Subscribers are notified of a handler's change after the handler has returned, so the call stack doesn't show that changes
/// cause each other without end. Subscribers are called with the count that was in effect when the change was made; code that
/// makes changes because of changes increments it around those.
package enum FlagChangeCauses {
    /// The number of changes that led to the current code: 0 if none did.
    @TaskLocal package static var count = 0
}
