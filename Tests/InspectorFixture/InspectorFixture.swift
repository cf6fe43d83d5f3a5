import Firesteel
import FiresteelFlags
import FiresteelInspector
import FiresteelTimeline
import Foundation

/// A program with an inspector, scripted by a browser test.
///
///     InspectorFixture <port>
///
/// The first line on standard output is the inspector's address. Each line on standard input is a command, the JSON of a
/// ``Command``, and each is answered with a line: the identifiers of the begun performs, as JSON. It ends with its input.
///
/// The program's clock moves with its commands only, so that begins and durations are those of the test.
@main
struct InspectorFixture {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 0
        let start = Date(timeIntervalSinceNow: -14 * 60).timeIntervalSince1970
        let clock = ManualTimelineClock(wallNanoseconds: UInt64(start * 1e9))
        let runtime = try FeatureRuntime.setUp(
            App.self,
            RuntimeConfiguration(
                program: ProgramDescription(name: "Documents", version: "1.0", build: "1"),
                flags: FlagStack([MemoryProvider("Server")], overrides: MemoryProvider("Overrides")),
                clock: .manual(clock)))
        runtime.setToggle(Sharing.self, false)
        let inspector = try await Inspector.start(runtime, InspectorConfiguration(port: port))
        let program = Program(runtime: runtime, clock: clock)
        answer("\(inspector.url)")
        for await line in lines() {
            let command = try JSONDecoder().decode(Command.self, from: Data(line.utf8))
            answer(try await program.run(command))
        }
        await inspector.stop()
    }

    /// Writes a line, unbuffered.
    private static func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

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

/// A command of a test.
struct Command: Decodable {
    /// The path of the action to perform, if any: `App/Documents/#Save`.
    var action: String?
    /// The inputs of the performs, one after another.
    var inputs: [String] = []
    /// The session, which is opened by its first command.
    ///
    /// The main session by default.
    var session: String?
    /// The duration of each perform in microseconds.
    var took = 0
    /// The time from the begin of each perform to the begin of the next, in microseconds.
    var every = 0
    /// The error of the performs, which then fail.
    var error: String?
    /// Whether the performs remain in flight until a command releases them.
    var holds = false
    /// Whether the performs that remain in flight end, with this command's error.
    var releases = false
}

extension Command {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        action = try values.decodeIfPresent(String.self, forKey: .action)
        inputs = try values.decodeIfPresent([String].self, forKey: .inputs) ?? []
        session = try values.decodeIfPresent(String.self, forKey: .session)
        took = try values.decodeIfPresent(Int.self, forKey: .took) ?? 0
        every = try values.decodeIfPresent(Int.self, forKey: .every) ?? 0
        error = try values.decodeIfPresent(String.self, forKey: .error)
        holds = try values.decodeIfPresent(Bool.self, forKey: .holds) ?? false
        releases = try values.decodeIfPresent(Bool.self, forKey: .releases) ?? false
    }

    private enum Key: String, CodingKey { case action, inputs, session, took, every, error, holds, releases }
}
