/// The limits on the size and depth of a text.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum size of the text, in bytes.
    ///
    /// Never more than 2³² − 1.
    public var bytes: Int
    /// The maximum nesting of arrays and objects.
    ///
    /// Never more than 256: values are created and released recursively.
    public var depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The maximum size. 64 MiB by default.
    ///   - depth: The maximum nesting. 256 by default.
    public init(bytes: Int = 64 << 20, depth: Int = 256) {
        self.bytes = min(bytes, Int(UInt32.max))
        self.depth = min(depth, 256)
    }
}
