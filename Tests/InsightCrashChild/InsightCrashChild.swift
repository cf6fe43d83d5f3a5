import Dispatch
import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import Logging

/// A program that stores and sends messages, and ends abnormally, for tests of what is reported.
///
///     InsightCrashChild <mode> <folder> [<address> [<token>]]
///
/// The modes `segmentation`, `fatal`, `kill` and `orderly` end within an action, after one that failed with an error that is
/// reported. The mode `full` fills the disk. The mode `endless` performs actions, and counts and sends, until it is killed;
/// `send` sends what is left; `stop` performs 100 actions, and ends in an orderly way when it gets SIGTERM. The program says
/// `R <run>` on standard output, and `C <count>` after each action that succeeded.
@main
struct InsightCrashChild {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(64) }
        unblockSignals()
        LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: []) }
        let mode = arguments[1]
        CrashDetails.record(in: RunFolder(path: arguments[2]))
        let server = MemoryProvider("Server")
        let stack = FlagStack([server])
        let runtime = try FeatureRuntime.setUp(
            CrashApp.self,
            RuntimeConfiguration(
                program: ProgramDescription(name: "Crasher", version: "2.1", build: "7"),
                storage: .folder(arguments[2]),
                // Hundreds that are killed leave their files at full size.
                runSize: mode == "endless" ? 2 << 20 : 8 << 20,
                // More than are killed before one of them has read what others left.
                retention: Retention(runs: 1_000, bytes: 4 << 30), recordsSignals: true, flags: stack))
        guard let timeline = runtime.timeline else { exit(65) }
        acknowledge("R \(timeline.runIdentifier)\n")
        let address = URL(string: arguments.count > 3 ? arguments[3] : "http://127.0.0.1:1")
        guard let address else { exit(64) }
        let token = arguments.count > 4 ? arguments[4] : "fs_ingest_x"
        let sender = try InsightSender(
            timeline, to: address, token: token, transport: URLSessionTransport(),
            options: InsightOptions(
                device: "server", catalogue: { "c0ffee" }, interval: .milliseconds(20), pause: .milliseconds(3)),
            retry: RetryPolicy(first: .milliseconds(1), maximum: .milliseconds(20)))
        try await sender.setConsent(true)
        switch mode {
        case "endless":
            await sender.start()
            for count in 1...1_000_000 {
                await Work.count.perform()
                acknowledge("C \(count)\n")
                if count.isMultiple(of: 16) { try await Task.sleep(for: .milliseconds(2)) }
            }
        case "send":
            await sender.start()
            while true {
                await sender.flush()
                if sender.folder.messages().isEmpty { break }
                try await Task.sleep(for: .milliseconds(5))
            }
            timeline.end()
            await sender.stop()
        case "stop":
            await performUntilTermination()
            timeline.end()
            await sender.stop(within: .zero)
        case "full": try await fillDisk(arguments[2], sender)
        default:
            try stack.declare([layout.declaration, keyOfService.declaration])
            server.set(.string("grid-layout"), for: layout.key)
            server.set(.string("FLAG-SECRET-93"), for: keyOfService.key)
            let session = runtime.session("Window of Jane Doe", principal: Principal("jane@example.com"))
            await Work.fail.perform(Login(name: "Jane", password: Secret("INPUT-SECRET-17")), options: .in(session))
            await Work.end.perform(mode, options: .in(session))
            timeline.end()
        }
    }

    /// Performs 100 actions, and waits for SIGTERM, which doesn't end the process.
    private static func performUntilTermination() async {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        source.setEventHandler { continuation.yield(()) }
        // A signal that comes before is ignored, and would be waited for without end.
        await withCheckedContinuation { registered in
            source.setRegistrationHandler { registered.resume() }
            source.resume()
        }
        for count in 1...100 {
            await Work.count.perform()
            acknowledge("C \(count)\n")
        }
        for await _ in requests { break }
        source.cancel()
    }

    /// Stores a report, fills the disk, fails to store another, makes room, and stores it.
    private static func fillDisk(_ folder: String, _ sender: InsightSender) async throws {
        try await sender.report()
        acknowledge("Q \(sender.folder.messages().filter(\.kind.isReport).map(\.number))\n")
        let filler = open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while write(filler, bytes, bytes.count) > 0 {}
        while write(filler, bytes, 1) > 0 {}
        do {
            try await sender.report()
        } catch {
            acknowledge("E \(error)\n")
        }
        acknowledge("Q \(sender.folder.messages().filter(\.kind.isReport).map(\.number))\n")
        close(filler)
        unlink(folder + "/filler")
        try await sender.report()
        acknowledge("Q \(sender.folder.messages().filter(\.kind.isReport).map(\.number))\n")
        let reports = sender.folder.messages().compactMap { sender.folder.data(of: $0) }
        acknowledge("V \(reports.compactMap { try? InsightReport(json: Array($0)) }.map(\.number))\n")
    }

    /// Started by a thread that blocks signals, a process begins with them blocked.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }
}

private let layout = Flag("layout", default: "list")
private let keyOfService = Flag("service-token", default: "")

/// One write for a whole line.
func acknowledge(_ line: String) {
    var line = line
    line.withUTF8 { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
}

enum CrashApp: FeatureGroup {
    static let subfeatures = features(Work.self)
}

enum Work: Feature {
    static let name = "Daily Work"
    static let count = action(Count.self)
    static let fail = action(Fail.self)
    static let end = action(End.self)
    static let actions = declare(count, fail, end)
}

enum Count: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

struct Login: TimelineDescribable, Sendable {
    let name: String
    let password: Secret<String>

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Password", password)
        // A mistake that a program may make: a secret without its type, and again in a text.
        summary.add("Token", "INPUT-SECRET-88")
    }
}

enum StorageError: ReportedError, CustomStringConvertible {
    case noRoom(path: String)

    var description: String { "There is no room; the token was INPUT-SECRET-88." }
}

enum Fail: Action {
    static func perform(_ context: ActionContext<Login>, presenter: NoPresenter) async throws -> ActionOutcome {
        _ = layout.value
        _ = keyOfService.value
        context.logger.warning("About to fail with INPUT-SECRET-88 and FLAG-SECRET-93")
        context.logger.notice("A line about LOG-SECRET-55", metadata: ["api-key": "LOG-SECRET-55"])
        throw StorageError.noRoom(path: "/data/jane/PAYLOAD-SECRET")
    }
}

enum End: Action {
    static let name = "End the Program"

    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        switch context.input {
        case "segmentation": UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
        case "fatal": fatalError("as asked")
        case "kill": kill(getpid(), SIGKILL)
        default: break
        }
        return .success
    }
}
