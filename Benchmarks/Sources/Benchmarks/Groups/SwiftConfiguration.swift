import CBenchmarkSupport
import Configuration

/// What swift-configuration takes to read one value, to be measured beside flags.
///
/// Of the libraries that are asked for values by key, it is the quickest that was measured for the budgets.
enum SwiftConfiguration {
    /// Three providers, of which the last knows the key.
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
