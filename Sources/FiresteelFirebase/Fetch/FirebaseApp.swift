/// The identifiers of an app in Firebase: the contents of `GoogleService-Info.plist` and `google-services.json`.
public struct FirebaseApp: Sendable, Hashable {
    /// The project's identifier.
    public var project: String
    /// The app's identifier, such as `1:1234567890:ios:0a1b2c3d4e5f67890`.
    public var appID: String
    /// The key for Google's interfaces.
    ///
    /// It identifies the project and isn't secret.
    public var apiKey: String
    /// The app's version, for conditions.
    public var version: String?
    /// The language, for conditions, such as `de-CH`.
    public var language: String?
    /// The country, for conditions, such as `CH`.
    public var country: String?

    /// Creates an app.
    public init(
        project: String, appID: String, apiKey: String, version: String? = nil, language: String? = nil,
        country: String? = nil
    ) {
        self.project = project
        self.appID = appID
        self.apiKey = apiKey
        self.version = version
        self.language = language
        self.country = country
    }
}
