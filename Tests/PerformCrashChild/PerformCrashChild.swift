import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation

/// A program that performs actions as fast as possible and ends abnormally, for tests of its timeline.
///
///     PerformCrashChild <mode> <folder> [<number>]
///
/// It says on standard output what was recorded, one line each: `B <perform> <input>` from within an action, `C <perform>`
/// when performing it has returned. Of flags, see ``FlagLoop``.
@main
struct PerformCrashChild {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            FileHandle.standardError.write(Data("usage: PerformCrashChild <mode> <folder> [<number>]\n".utf8))
            exit(64)
        }
        unblockSignals()
        let mode = arguments[1]
        let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
        let server = MemoryProvider("Server")
        let runtime = try FeatureRuntime.setUp(
            CrashApp.self,
            RuntimeConfiguration(
                storage: .folder(arguments[2]), recordsSignals: mode != "plain", flags: FlagStack([server])))
        if mode == "flags" {
            try await FlagLoop(server: server, flags: runtime.flags).run(number)
            fatalError("as asked")
        }
        let other = Task.detached { await perform(20_000, thread: 1, in: runtime.session("Other")) }
        switch mode {
        case "endless", "plain":
            await perform(20_000, thread: 0, in: runtime.main)
            await other.value
            while true { pause() }
        case "fatal":
            await perform(number, thread: 0, in: runtime.main)
            fatalError("as asked")
        case "segmentation":
            await perform(number, thread: 0, in: runtime.main)
            UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
        default:
            exit(64)
        }
    }

    private static func perform(_ count: Int, thread: Int, in session: ActionSession) async {
        for index in 0..<count {
            let job = Job(thread: thread, index: index)
            await Work.work.perform(job, options: .in(session))
            acknowledge("C \(job.perform)\n")
        }
    }

    /// Started by a thread that blocks signals, a process begins with them blocked.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }
}

/// One write for a whole line: lines of two threads don't mix.
func acknowledge(_ line: String) {
    var line = line
    line.withUTF8 { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
}

/// The input of an action, in which it records which perform it was.
final class Job: TimelineDescribable {
    let words: String
    var perform: UInt64 = 0

    init(thread: Int, index: Int) {
        words = "\(thread)-\(index)" + String(repeating: "x", count: index % 150)
    }

    func describe(to summary: inout InputSummary) { summary.add(words) }
}

enum CrashApp: FeatureGroup {
    static let subfeatures = features(Work.self, Flip.self)
}

enum Work: Feature {
    static let work = action(DoWork.self)
    static let read = action(ReadNumber.self)
    static let actions = declare(work, read)
}

enum DoWork: Action {
    static func perform(_ context: ActionContext<Job>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.input.perform = context.frame.perform
        acknowledge("B \(context.frame.perform) \(context.input.words)\n")
        return .success
    }
}
