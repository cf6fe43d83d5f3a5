/// The first uses of a token by programs, which the dashboard shows to those who connect one.
package struct FirstUses: Sendable, Hashable {
    /// The version of the first program that reported one.
    package var version: String?
    /// The time at which it first received a flag, in milliseconds since 1970.
    package var read: Int64?
    /// The time at which its first summary or report was stored.
    package var report: Int64?

    package init() {}
}
