import Hummingbird
import Logging

/// Responds to one path with a short text, on the port that is the only argument.
@main
struct Hello {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        var logger = Logger(label: "hello")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }
}
