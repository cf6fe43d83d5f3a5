/// How a change of flags came about, as far as changes led to it.
///
/// A change that a handler makes is told after the handler has returned, so whoever makes changes because of changes can't
/// see from the calls on the stack that there is no end to it. A change is told with the count that was in effect when it
/// was made; who counts what leads to what raises it around what they call.
package enum FlagChangeCauses {
    /// How often it was raised on the way to what is done now: 0 where no change led to it.
    @TaskLocal package static var count = 0
}
