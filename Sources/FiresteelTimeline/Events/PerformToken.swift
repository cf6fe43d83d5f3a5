/// The token that ``Timeline/begin(_:input:)`` returns and ``Timeline/complete(_:_:error:)`` requires.
public struct PerformToken: Sendable, Hashable {
    /// The perform's identifier, unique in its run, from 1; 0 if nothing was recorded.
    public let perform: UInt64

    /// The entry of the table of performs in flight, or -1 when the table was full.
    public let entry: Int32

    /// Creates the token of this perform and entry.
    public init(perform: UInt64, entry: Int32) {
        self.perform = perform
        self.entry = entry
    }

    /// The token of a perform that was not recorded.
    ///
    /// Completing it has no effect.
    public static let none = PerformToken(perform: 0, entry: -1)
}
