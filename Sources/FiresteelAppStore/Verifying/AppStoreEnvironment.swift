/// The environment of a purchase.
public enum AppStoreEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The App Store.
    case production = "Production"
    /// The sandbox, for testers.
    case sandbox = "Sandbox"
    /// A test in Xcode.
    ///
    /// Xcode signs with a single certificate rather than three, so its data is rejected in any case.
    case xcode = "Xcode"
    /// A test on a device.
    case localTesting = "LocalTesting"
}
