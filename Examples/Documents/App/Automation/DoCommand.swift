import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelAutomation

/// Performs an action of the app from a shell.
struct DoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do",
        abstract: "Perform an action: documents do create-document --title Plan --text -",
        discussion: """
            The options of the app come before it: documents --folder Notes do --list. It needs no running app. \
            documents do --help lists the actions.
            """)

    @Argument(parsing: .captureForPassthrough, help: "The action and its options.")
    var arguments: [String] = []

    /// The parent command, with the folders.
    @ParentCommand var app: DocumentsCommand

    func run() async throws {
        // Help, lists and completion perform nothing.
        let performs = arguments.first.map { !$0.hasPrefix("-") && $0 != "help" } ?? false
        let documents = try HeadlessDocuments(app, records: performs && !arguments.contains("--help"))
        let status = await documents.automation.runCommand(arguments, program: "documents do")
        documents.runtime.end()
        throw ExitCode(status)
    }
}

/// Serves an agent by the Model Context Protocol.
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve an agent by the Model Context Protocol over standard input and output",
        discussion: """
            Let the agent start: documents --folder Notes mcp. It needs no running app, and ends with its input.
            """)

    /// The parent command, with the folders.
    @ParentCommand var app: DocumentsCommand

    func run() async throws {
        let documents = try HeadlessDocuments(app)
        await documents.automation.serveStandardInput()
        documents.runtime.end()
    }
}
