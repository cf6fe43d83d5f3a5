public import FiresteelHTTP

extension HTTPLimits {
    /// The limits on responses of flag servers: 10 MiB and, as OFREP recommends, 10 s.
    public static let flags = HTTPLimits(timeout: .seconds(10))
}
