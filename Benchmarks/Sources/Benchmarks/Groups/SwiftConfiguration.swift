import CBenchmarkSupport
import Configuration

/// Reads of one value with swift-configuration, to compare with flags.
///
/// The fastest of the measured libraries that look up values by key.
enum SwiftConfiguration {
    /// Three providers, of which the last one has the key.
    static let bool = Subject("swift-configuration, Bool, the key made before") { count in
        let value = ConfigValue(.bool(true), isSecret: false)
        let reader = ConfigReader(providers: [
            InMemoryProvider(values: [:]), InMemoryProvider(values: [:]),
            InMemoryProvider(values: [AbsoluteConfigKey(["flag", "1"]): value]),
        ])
        let key: ConfigKey = "flag.1"
        for _ in 0..<count { bench_keep(reader.bool(forKey: key, default: false) ? 1 : 0) }
    }
}
