import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelAutomation
import FiresteelFlags
import FiresteelHTTP
import FiresteelInsight
import FiresteelInspector
import FiresteelPurchases
import FiresteelRemote
import FiresteelReports
import FiresteelTimeline
import Foundation
import Logging

@main
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "A web app over a folder of Markdown files, and its inspector.",
        discussion: """
            Without --folder, sample documents are copied into a working folder, and your files aren’t changed. The \
            printed addresses are reachable only from this computer, and contain tokens that its other users don’t have.
            """,
        subcommands: [
            OpenCommand.self, DoCommand.self, AgentCommand.self, ReplayCommand.self, FlagsCommand.self,
            TrafficCommand.self,
            TrafficPersonCommand.self,
        ])

    @Option(help: ArgumentHelp("The folder of Markdown files, which must exist.", valueName: "path"))
    var folder: String?

    @Option(
        help: ArgumentHelp("The app's port. By default 8080 or the next free port.", valueName: "port"))
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "The inspector's port. By default 8081 or the next free port.", valueName: "port"))
    var inspectorPort: UInt16?

    @ArgumentParser.Flag(
        inversion: .prefixedNo, help: "Start the inspector beside the app. By default in debug builds only.")
    var inspector: Bool?

    @ArgumentParser.Flag(help: "Offer actions to scripts over HTTP and to agents, beside the app.")
    var automation = false

    @Option(
        help: ArgumentHelp(
            "The port of actions for scripts and agents. By default 8082 or the next free port.", valueName: "port"))
    var automationPort: UInt16?

    @ArgumentParser.Flag(
        help: "Replace the tokens of the app, the inspector and actions, which are otherwise those of the last start.")
    var newToken = false

    @Option(
        help: ArgumentHelp(
            "The folder of runs, logs, settings and overrides. By default in the working folder.", valueName: "path"))
    var runs: String?

    @Option(
        help: ArgumentHelp(
            "A flags file in flagd’s format, which can be edited while the program runs.",
            discussion: "By default flags.json in the working folder, created from a sample.",
            valueName: "file"))
    var flags: String?

    @Option(
        help: ArgumentHelp(
            "The address of flags in flagd’s format, read every 5 seconds, with priority over the file.",
            valueName: "url"))
    var remoteFlags: String?

    @Option(
        help: ArgumentHelp(
            "The address of a Firesteel server, whose flags have priority over the file.",
            discussion: "Changes arrive within a second. Needs --server-token or --server-token-file.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The server’s token, of the kind server or client.",
            discussion: "Other users of this computer can see arguments, so prefer --server-token-file.",
            valueName: "token"))
    var serverToken: String?

    @Option(
        help: ArgumentHelp(
            "A file with a token of the kind server.",
            discussion: "It is read for each request, so it may be created or replaced while the program runs.",
            valueName: "file"))
    var serverTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with a token of the kind ingest, with which reports are sent to the server.",
            discussion: "They are sent only if you switch “Send reports” on in the app’s menu.", valueName: "file"))
    var reportTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Rehearses an error: fast-save-crash, which crashes during Save for users who have Fast Save.",
            valueName: "error"))
    var rehearse: Rehearsal?

    @Option(
        help: ArgumentHelp(
            "How the rehearsal crashes: SIGSEGV, fatalError or SIGKILL. By default SIGSEGV.", valueName: "kind"))
    var rehearseCrash: CrashKind?

    @Option(
        name: .customLong("flag"),
        help: ArgumentHelp(
            "A flag’s value for this run, with priority over the file. Can be repeated.", valueName: "key=value"))
    var flagValues: [String] = []

    @Option(
        help: ArgumentHelp(
            "The pause after each imported file, in milliseconds.",
            discussion: "By default 0, or 100 with the sample documents, so that the progress is visible.",
            valueName: "ms"))
    var importPause: Int?

    @ArgumentParser.Flag(inversion: .prefixedNo, help: "Offer “Crash now…” in the menu.")
    var crashMenu = true

    func validate() throws {
        if port != nil && port == inspectorPort && port != 0 {
            throw ValidationError("The app and the inspector can’t both use port \(port ?? 0).")
        }
        if let importPause, !(0...60_000).contains(importPause) {
            throw ValidationError("The pause after each imported file must be 0 to 60000 milliseconds.")
        }
        if let remoteFlags, RemoteFlagProvider.documents(at: remoteFlags, keptIn: "/dev/null") == nil {
            throw ValidationError("“\(remoteFlags)” is not an http or https address.")
        }
        try validateServer()
        guard rehearse != nil || rehearseCrash == nil else {
            throw ValidationError("Specify the error that --rehearse-crash belongs to with --rehearse.")
        }
        if let fault = FlagStack.launchArguments(flagValues).status.error { throw ValidationError(fault.message) }
    }

    func run() async throws {
        // Writing to a closed connection must not end the program.
        signal(SIGPIPE, SIG_IGN)
        let ending = Ending()
        do {
            try await serve(until: ending)
        } catch let error as DocumentError {
            throw CommandError("\(error.problem) \(error.remedy)")
        }
    }

    private func serve(until ending: Ending) async throws {
        let paths = try WorkingPaths(folder: folder, runs: runs, flags: flags)
        CrashDetails.record(in: RunFolder(path: paths.runs))
        startLogging(in: paths)
        let file = FlagsFile(paths.flags)
        let servers = servers(in: paths)
        let purchases = FilePurchaseStore(URL(fileURLWithPath: paths.purchases))
        let runtime = try setUp(paths, file, servers, purchases)
        for server in servers { server.start() }
        runtime.setEnabled(CrashRehearsal.self, crashMenu)
        beginRehearsal()
        let reporting = try reporting(of: runtime)
        let recent = RecentDocuments(runtime, file: URL(fileURLWithPath: paths.activities))
        let usage = JSONLinesAnalytics(folder: paths.usage, name: "usage")
        let analytics = runtime.attachAnalytics(to: [usage], consent: UsageFigures.consent(in: runtime))
        do {
            try DebugReport.removeOld(in: URL(fileURLWithPath: paths.reports), olderThan: 7 * 86_400, keeping: 5)
        } catch {
            Logger(label: "documents.reports").warning("Can’t remove old reports: \(error.description)")
        }

        if newToken { for file in [paths.appToken, paths.inspectorToken, paths.automationToken] { unlink(file) } }
        let secret = storedSecret(in: paths)
        let lastCrash = LastCrash.find(
            in: RunFolder(path: paths.runs), current: runtime.timeline?.runIdentifier)
        let pause = Duration.milliseconds(importPause ?? (paths.isSample ? 100 : 0))
        let started = try await PortChoice(asked: port, first: 8080, avoiding: inspectorPort).start { port in
            let app = try DocumentsApp(
                runtime: runtime,
                DocumentsApp.Configuration(
                    folder: paths.documents, port: port, secret: secret, lastCrash: lastCrash,
                    pace: ImportPace(pause: pause),
                    importSuggestion: paths.importSuggestion, purchases: purchases, recent: recent,
                    usageFile: usage.path, flags: file))
            return (app, try await app.start())
        }
        let (app, port) = started.result
        let listening = RunningFile(port: port, token: app.server.secret.text)
        do {
            try listening.write(to: paths.running)
        } catch {
            // The app doesn't require the folder: without it, the run is in memory.
            Logger(label: "documents.start").warning(
                "“documents open” doesn’t find this app, because its file can’t be written. Choose another folder with --runs.",
                metadata: [
                    "path": "\(paths.running)",
                    "error": "\((error as? CommandError)?.description ?? error.localizedDescription)",
                ])
        }
        defer { listening.remove(from: paths.running) }
        // The address gives access to the documents: it is printed for the user who started the program, and never logged.
        print("Documents:  http://127.0.0.1:\(port)/#token=\(app.server.secret.text)")
        if let remark = started.remark { print("            \(remark)") }
        let inspector = try await inspect(runtime, of: app, in: paths, beside: port)
        app.setInspector(inspector?.url.absoluteString)
        let actions = try await offerActions(of: runtime, in: paths, beside: port)
        if let lastCrash {
            let link = inspector.map { " Show: \(lastCrash.link(in: $0.url.absoluteString))" } ?? ""
            print("Crash:      \(lastCrash.text)\(link)")
        }
        print("Folder:     \(app.store.path)")
        print("Runs:       \(paths.runs)")
        print("Flags:      \(paths.flags)")
        for address in [server, remoteFlags].compactMap({ $0 }) { print("            and \(address), with priority") }
        print("Control-C ends it.")
        // Flushed for a reader of a pipe, who needs the addresses immediately.
        fflush(nil)

        let running = Task { await app.run() }
        let reports = reporting.map { reporting in Task { await reporting.run() } }
        let signal = await ending.wait()
        print("Ending, requested by \(signal).")
        fflush(nil)
        let deadline = ShutdownDeadline(.seconds(10)) {
            print("Not everything ended within 10 seconds.")
            fflush(nil)
            runtime.end()
            Foundation.exit(1)
        }
        running.cancel()
        for server in servers { server.stop() }
        await running.value
        reports?.cancel()
        await inspector?.stop()
        await actions?.stop()
        await analytics.close(within: .seconds(1))
        runtime.end()
        // After the end of the run, so that its last segment says so.
        await reporting?.sender.stop(within: .seconds(2))
        deadline.meet()
    }

    /// Begins the rehearsal of an error, if one is requested.
    func beginRehearsal() {
        if rehearse == .fastSaveCrash { SaveRehearsal.set(rehearseCrash ?? .segmentationFault) }
    }

    /// Sets up the features of the app.
    func setUp(
        _ paths: WorkingPaths, _ file: FlagsFile, _ servers: [RemoteFlagProvider], _ purchases: FilePurchaseStore,
        storage: RuntimeConfiguration.Storage? = nil, runSize: Int = 8 << 20
    ) throws -> FeatureRuntime {
        try FeatureRuntime.setUp(
            AppFeatures.self,
            RuntimeConfiguration(
                program: .documents, storage: storage ?? .folder(paths.runs), runSize: runSize, recordsSignals: true,
                toggles: FileToggleStore(URL(fileURLWithPath: paths.choices)),
                flags: .documents(overrides: paths.overrides, given: flagValues, servers: servers, file: file),
                sources: .documents(purchases)))
    }

    /// Returns the sender of reports, or `nil` without a server or a token for them.
    private func reporting(of runtime: FeatureRuntime) throws -> Reporting? {
        guard let reportTokenFile, let address = server.flatMap(RemoteFlagProvider.httpAddress) else { return nil }
        do {
            return try Reporting(runtime, to: address, tokenFile: reportTokenFile, transport: URLSessionTransport())
        } catch InsightQueueError.noFolder {
            Logger(label: "documents.reports").warning("Reports aren’t sent, because the run is in memory.")
            return nil
        }
    }

    private func validateServer() throws {
        guard let server else {
            guard serverToken == nil, serverTokenFile == nil, reportTokenFile == nil else {
                throw ValidationError("Specify the server of the token with --server.")
            }
            return
        }
        guard (serverToken == nil) != (serverTokenFile == nil) else {
            throw ValidationError("Specify the token of the server with either --server-token or --server-token-file.")
        }
        guard RemoteFlagProvider.httpAddress(server) != nil else {
            throw ValidationError("“\(server)” is not an http or https address.")
        }
    }

    /// Returns the providers of servers' flags, in order of priority.
    private func servers(in paths: WorkingPaths) -> [RemoteFlagProvider] {
        let token: ServerToken? = serverToken.map { .text($0) } ?? serverTokenFile.map { .file($0) }
        let own = server.flatMap { address in
            token.flatMap { RemoteFlagProvider.documents(of: address, token: $0, keptIn: paths.serverFlags) }
        }
        let others = remoteFlags.flatMap { RemoteFlagProvider.documents(at: $0, keptIn: paths.remoteFlags) }
        return [own, others].compactMap { $0 }
    }

    /// Returns the stored secret of the app's pages, or one for this start if it can't be stored.
    private func storedSecret(in paths: WorkingPaths) -> Secret {
        do {
            return try Secret.stored(in: paths.appToken)
        } catch {
            Logger(label: "documents.start").warning(
                "The app’s token can’t be stored, and differs at the next start. Choose another folder with --runs.",
                metadata: [
                    "path": "\(paths.appToken)",
                    "error": "\((error as? CommandError)?.description ?? error.localizedDescription)",
                ])
            return Secret()
        }
    }

    /// Offers actions to scripts and agents, if requested.
    private func offerActions(
        of runtime: FeatureRuntime, in paths: WorkingPaths, beside port: UInt16
    ) async throws -> AutomationServer? {
        guard automation || automationPort != nil else { return nil }
        let secret = try Secret.stored(in: paths.automationToken)
        let started = try await startActionServer(of: runtime, asked: automationPort, beside: port, secret: secret)
        print("Actions:    \(started.result.url)actions")
        print("            with the token in \(paths.automationToken); for agents: \(started.result.url)mcp")
        if let remark = started.remark { print("            \(remark)") }
        return started.result
    }

    /// Returns the command that replays a run of this app.
    private func replayCommand(in paths: WorkingPaths) -> [String]? {
        guard let program = Bundle.main.executablePath else { return nil }
        let rehearsal = rehearse.map { ["--rehearse", $0.rawValue] } ?? []
        let crash = rehearseCrash.map { ["--rehearse-crash", $0.rawValue] } ?? []
        return [program, "--folder", paths.documents, "--runs", paths.runs] + rehearsal + crash + ["replay"]
    }

    private func inspect(
        _ runtime: FeatureRuntime, of app: DocumentsApp, in paths: WorkingPaths, beside port: UInt16
    ) async throws -> Inspector? {
        guard inspector != false else { return nil }
        do {
            let address = URL(string: "http://127.0.0.1:\(port)/#token=\(app.server.secret.text)")
            let start = { (tokenFile: String?) in
                try await startInspector(
                    of: runtime, asked: inspectorPort, beside: port, router: app.router, reports: paths.reports,
                    tokenFile: tokenFile, address: address, replayCommand: replayCommand(in: paths),
                    isAsked: inspector == true)
            }
            let started: (result: Inspector, remark: String?)
            do {
                started = try await start(paths.inspectorToken)
            } catch InspectorError.tokenFile(let path, let reason) {
                Logger(label: "documents.start").warning(
                    "The inspector’s token can’t be stored, and differs at the next start. Choose another folder with --runs.",
                    metadata: ["path": "\(path)", "error": "\(reason)"])
                started = try await start(nil)
            }
            // The address gives full access: it is printed for the user who started the program, and never logged.
            print("Inspector:  \(started.result.url)")
            if let remark = started.remark { print("            \(remark)") }
            return started.result
        } catch InspectorError.releaseBuild {
            print("Inspector:  off in release builds; --inspector starts it")
            return nil
        } catch let error as InspectorError {
            throw CommandError(error.description)
        }
    }
}

/// An error that prevents the start of the program.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
