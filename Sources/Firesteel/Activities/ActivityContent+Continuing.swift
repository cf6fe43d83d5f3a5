extension ActivityContent {
    /// Creates a description with a value that continues the activity: the action's input, or a value from which it can
    /// be decoded.
    ///
    /// ```swift
    /// static func activity(for document: DocumentReference) -> ActivityContent? {
    ///     ActivityContent(title: document.name, keywords: ["document"], continuing: document)
    /// }
    /// ```
    ///
    /// If the value can't be encoded as JSON, this is reported when the activity would be published, and it isn't
    /// published.
    public init(
        title: String, subtitle: String? = nil, keywords: Set<String> = [], continuing value: some Encodable
    ) {
        self.init(title: title, subtitle: subtitle, keywords: keywords)
        do {
            payload = try ActivityContinuation.encode(value)
        } catch {
            fault = "its input can't be written as JSON: \(ErrorText(error).message)"
        }
    }
}
