/// An installation of an app, as Firebase Installations knows it.
///
/// Its description says "hidden".
///
/// Firebase's own library `FirebaseInstallations` gives both, and keeps them.
public struct FirebaseInstallation: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let id: String
    let token: String

    /// An installation.
    ///
    /// - Parameters:
    ///   - id: The installation's identifier.
    ///   - token: Its token, which runs out after some days.
    public init(id: String, token: String) {
        self.id = id
        self.token = token
    }

    /// "hidden".
    public var description: String { "hidden" }
    /// "hidden".
    public var debugDescription: String { "hidden" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
