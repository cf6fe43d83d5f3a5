/// What ``Timeline/begin(_:input:)`` gives and ``Timeline/complete(_:_:error:)`` takes back.
public struct PerformToken: Sendable, Hashable {
    /// The perform's identifier: unique in its run, from 1, and 0 when nothing was recorded.
    public let perform: UInt64

    /// The entry of the table of performs in flight, or -1 when the table was full.
    public let entry: Int32

    /// The token of this perform and entry.
    public init(perform: UInt64, entry: Int32) {
        self.perform = perform
        self.entry = entry
    }

    /// A perform that was not recorded.
    ///
    /// Completing it records nothing.
    public static let none = PerformToken(perform: 0, entry: -1)
}
