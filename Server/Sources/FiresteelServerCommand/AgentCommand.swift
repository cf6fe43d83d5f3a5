import ArgumentParser
import Configuration
import FiresteelAgents
import FiresteelBase
import FiresteelHTTP
import FiresteelServer
import Foundation
import HTTPTypes

/// Serves an agent with the tools of a running server.
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serves an agent by the Model Context Protocol over standard input and output.",
        discussion: """
            Let the agent start it. It has the tools of a running server, with the rights of a token of the kind admin, \
            from the variable FIRESTEEL_TOKEN or a file. It ends with its input.
            """)

    @Option(help: ArgumentHelp("The address of the server, such as https://flags.example.com.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("A file with the token.", valueName: "file"))
    var tokenFile: String?

    func run() async throws {
        let reader = ConfigReader(providers: [EnvironmentVariablesProvider()]).scoped(to: "firesteel")
        guard let address = url ?? reader.string(forKey: "url") else {
            throw ValidationError("Name the address of the server with --url, or in FIRESTEEL_URL.")
        }
        guard let server = URL(string: address), let host = server.host(), ["http", "https"].contains(server.scheme)
        else {
            throw ValidationError("“\(address)” isn't an address such as https://flags.example.com.")
        }
        guard server.scheme == "https" || LoopbackAddress.contains(host) else {
            throw ValidationError("The token would be sent readably to \(host). Use https.")
        }
        let service = RemoteAgentService(
            server.appending(path: "mcp"), token: try token(reader), transport: URLSessionTransport())
        await service.serveStandardInput(as: .here)
    }

    private func token(_ reader: ConfigReader) throws -> String {
        let file = tokenFile ?? reader.string(forKey: "token.file")
        let text = try file.map { (file) throws -> String in
            do {
                return try String(contentsOfFile: file, encoding: .utf8)
            } catch {
                throw ValidationError("Can't read the token in \(file): \(error.localizedDescription)")
            }
        }
        guard
            let token = (text ?? reader.string(forKey: "token", isSecret: true))?
                .trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty
        else {
            throw ValidationError(
                "The token is missing. Set FIRESTEEL_TOKEN, or name a file with --token-file. The settings create one.")
        }
        return token
    }
}
