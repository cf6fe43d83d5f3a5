import Firesteel
import FiresteelInspector
import FiresteelPermissions
import FiresteelPurchases
import FiresteelTimeline
import Foundation
import Logging

/// A program with an inspector, scripted by a browser test.
///
///     InspectorFixture <options>
///
/// The options are the JSON of ``Options``. The first line on standard output is the inspector's address. Each line on
/// standard input is a command, the JSON of a ``Command``, and each is answered with a line: the identifiers of the begun
/// performs, as JSON. It ends with its input.
///
/// The program's clock moves with its commands only, so that begins and durations are those of the test.
@main
struct InspectorFixture {
    static func main() async throws {
        let options = try JSONDecoder().decode(Options.self, from: Data(CommandLine.arguments[1].utf8))
        if options.recordsCrashes == true { CrashDetails.record(in: RunFolder(path: options.runs)) }
        LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: []) }
        let clock = clock(options)
        let folder = URL(fileURLWithPath: options.folder)
        let flags = try Flags(
            overrides: options.storesOverrides == false ? nil : folder.appendingPathComponent("overrides.json"))
        let runtime = try FeatureRuntime.setUp(
            App.self,
            RuntimeConfiguration(
                program: ProgramDescription(name: "Documents", version: "1.0", build: "1"),
                storage: .folder(options.runs), runSize: options.runSize ?? 8 << 20,
                recordsSignals: options.recordsCrashes == true, flags: flags.stack,
                sources: [Purchases.ofFixture(), Permissions.ofFixture()], clock: .manual(clock)))
        runtime.setToggle(Sharing.self, false)
        runtime.logging.setLevel(.debug, for: FeaturePath("App/Documents"))
        Script.ofPages = .ofPages(clock)
        let router = DocumentRouter()
        let reporter = ScriptedReporter(folder: folder)
        let configuration = InspectorConfiguration(
            port: options.port, token: options.token, parts: options.showsFlagsOnly == true ? .flags : .everything,
            presentationRouter: options.presents == false ? NoPresentation() : router,
            reporter: options.reports == false ? nil : reporter,
            programAddress: URL(string: "http://127.0.0.1:1/#token=of-the-app"))
        let inspector = try await Inspector.start(runtime, configuration)
        printLine("\(inspector.url)")
        let program = Program(
            runtime: runtime, clock: clock, flags: flags, router: router, reporter: reporter, folder: folder)
        for await line in lines() {
            let command = try JSONDecoder().decode(Command.self, from: Data(line.utf8))
            printLine("\(try await program.run(command))")
        }
        await inspector.stop()
        runtime.end()
    }

    /// Returns a clock in the past.
    ///
    /// Beside signals, which have the system's time, it continues that of the system.
    private static func clock(_ options: Options) -> ManualTimelineClock {
        let age = (options.age ?? 14 * 60) * 1_000_000_000
        let now = options.recordsCrashes == true ? TimelineClock.system.now - age : 1_000_000_000
        return ManualTimelineClock(nanoseconds: now, wallNanoseconds: TimelineClock.system.wall - age)
    }

    /// Writes a line, unbuffered.
    private static func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Returns the lines of standard input, which a separate thread reads.
    private static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}

/// The options of a program.
struct Options: Decodable {
    let port: UInt16
    /// The folder of overrides, activities and reports.
    let folder: String
    /// The folder of runs.
    let runs: String
    /// The time since the start of the run, in seconds.
    ///
    /// 14 minutes by default.
    var age: UInt64?
    /// The size of the run in bytes.
    ///
    /// 8 MiB by default.
    var runSize: Int?
    var recordsCrashes: Bool?
    /// The inspector's token.
    ///
    /// A new one by default.
    var token: String?
    /// Whether overrides are stored.
    ///
    /// `true` by default.
    var storesOverrides: Bool?
    /// Whether actions with a presenter are performed from the pages.
    ///
    /// `true` by default.
    var presents: Bool?
    /// Whether reports are created.
    ///
    /// `true` by default.
    var reports: Bool?
    /// Whether only the page of flags is shown.
    ///
    /// `false` by default.
    var showsFlagsOnly: Bool?
}

extension Script {
    /// The script of performs from the pages: they take 412 ms, but deleting fails earlier.
    static func ofPages(_ clock: ManualTimelineClock) -> Script {
        Script { _, action in
            guard action == Delete.identifier else {
                clock.advance(by: .milliseconds(412))
                return .success
            }
            clock.advance(by: .microseconds(1_200))
            throw ScriptedError(description: "The disk is full.")
        }
    }
}
