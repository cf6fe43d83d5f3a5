import HTTPTypes

extension HTTPField.Name {
    /// Creates the name of a field that is written in the source.
    init(known name: String) {
        guard let name = HTTPField.Name(name) else { preconditionFailure("“\(name)” isn't a field name.") }
        self = name
    }

    /// Marks a request of a page's script, which no other site can set.
    static let firesteel = HTTPField.Name(known: "X-Firesteel")
    /// A program's token, as an alternative to `Authorization`.
    static let apiKey = HTTPField.Name(known: "X-API-Key")
    /// The host that a request names.
    static let hostField = HTTPField.Name(known: "Host")
    /// The random identifier of a program's run.
    static let instance = HTTPField.Name(known: "X-Firesteel-Instance")
    /// A program's version.
    static let programVersion = HTTPField.Name(known: "X-Firesteel-Version")
    /// The identifier of a request, which its log lines have.
    static let requestID = HTTPField.Name(known: "X-Request-ID")
    /// The clients that a proxy received a request through.
    static let forwardedFor = HTTPField.Name(known: "X-Forwarded-For")
}
