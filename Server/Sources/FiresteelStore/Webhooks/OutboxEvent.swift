package import FiresteelBase

/// An event that the webhooks of a program are notified of.
///
/// It has identifiers and short texts only: no secrets, and nothing about the people for whom flags are evaluated.
package struct OutboxEvent: Sendable {
    /// The type, which decides the members of the data.
    package var type: WebhookEventType
    package var program: String
    /// The environments that it concerns; without any, it concerns the whole program.
    package var environments: [String]
    /// The page of the dashboard that shows it, as a path of the server.
    package var page: String
    package var data: [String: JSONValue]
    /// The time of the event, in milliseconds since 1970.
    package var time: Int64

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - program: The program.
    ///   - environments: The environments that it concerns.
    ///   - page: A path of the dashboard, by default the program's overview.
    ///   - data: The details, at most 16 KiB in JSON.
    ///   - time: The time, in milliseconds since 1970.
    package init(
        _ type: WebhookEventType, program: String, environments: [String], page: String? = nil,
        data: [String: JSONValue], time: Int64
    ) {
        self.type = type
        self.program = program
        self.environments = environments
        self.page = page ?? Self.page("", of: program, in: environments)
        self.data = data
        self.time = time
    }

    /// Returns the path of a page in the last of some environments, such as `changes?view=requests`.
    package static func page(_ name: String, of program: String, in environments: [String]) -> String {
        guard let environment = environments.last else { return "/" }
        return name.isEmpty ? "/p/\(program)/\(environment)" : "/p/\(program)/\(environment)/\(name)"
    }
}
