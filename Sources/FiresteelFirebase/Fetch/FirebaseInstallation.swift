/// An installation of an app in Firebase Installations.
///
/// Its description is "hidden".
///
/// Firebase's own library `FirebaseInstallations` provides and stores both values.
public struct FirebaseInstallation: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let id: String
    let token: String

    /// Creates an installation.
    ///
    /// - Parameters:
    ///   - id: The installation's identifier.
    ///   - token: Its token, which expires after some days.
    public init(id: String, token: String) {
        self.id = id
        self.token = token
    }

    /// "hidden".
    public var description: String { "hidden" }
    /// "hidden".
    public var debugDescription: String { "hidden" }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
