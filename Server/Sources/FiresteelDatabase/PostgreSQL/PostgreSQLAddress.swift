internal import CLibPQ

/// The parameters of a connection.
struct PostgreSQLAddress: Sendable {
    let parameters: [String: String]

    /// Parses `postgres://user:password@host:port/name?sslmode=verify-full` and its other forms.
    ///
    /// Missing parts come from libpq's environment variables and files. The errors name no part of the URL.
    init(url: String, configuration: PostgreSQLConfiguration) throws {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            throw Self.invalid("it doesn't begin with postgres://")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            // From the first quotation mark on, the message may repeat a password.
            let text = message.map { String(cString: $0) } ?? "it can't be parsed"
            throw Self.invalid(String(text.prefix { $0 != "\"" && $0 != ":" && $0 != "\n" }))
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [
            "application_name": configuration.applicationName,
            "connect_timeout": String(max(2, configuration.connectLimit.components.seconds)),
            // A server that vanished without closing the connection is noticed after 25 seconds.
            "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "25000",
        ]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        parameters["client_encoding"] = "UTF8"
        self.parameters = parameters
    }

    /// Whether there is no second host to connect to.
    var hasOnlyHost: Bool { !["host", "hostaddr"].contains { parameters[$0]?.contains(",") == true } }

    /// Returns a message without the password.
    func redacted(_ message: String) -> String {
        guard let password = parameters["password"], !password.isEmpty else { return message }
        return message.split(separator: password, omittingEmptySubsequences: false).joined(separator: "…")
    }

    private static func invalid(_ reason: String) -> DatabaseError {
        .invalidConfiguration(
            reason: """
                the URL is invalid: \(reason). Write it as postgres://user:password@host:5432/name, and special \
                characters in the password as %XX
                """)
    }
}
