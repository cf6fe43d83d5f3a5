/// Where a purchase was made.
public enum AppStoreEnvironment: String, Sendable, Hashable, CaseIterable {
    /// In the App Store, with money.
    case production = "Production"
    /// In its sandbox, by testers.
    case sandbox = "Sandbox"
    /// In a test of Xcode's.
    ///
    /// Xcode signs with a certificate of its own and not with three, so that what it signs is refused in any case.
    case xcode = "Xcode"
    /// In a test on a device.
    case localTesting = "LocalTesting"
}
