import CFiresteelTimeline
import FiresteelTimeline
import Foundation

// A program that records and ends abnormally, for tests of its timeline.
//
//     TimelineCrashChild <mode> <folder> [<number>]
//
// It writes the acknowledged records to standard output, one line each: `B <perform> <input>` after a begin, `C
// <perform>` after a completion.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    FileHandle.standardError.write(Data("usage: TimelineCrashChild <mode> <folder> [<number>]\n".utf8))
    exit(64)
}
let mode = arguments[1]
let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0

// Started by a thread that blocks signals, a process begins with them blocked.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)

// A handler that was there before the timeline's.
if mode == "chain" {
    signal(SIGSEGV) { _ in
        _ = write(1, "previous handler\n", 17)
        _exit(42)
    }
}
// A handler that fixes the cause.
if mode == "survive" {
    signal(SIGFPE) { _ in _ = write(1, "survived\n", 9) }
}
// A handler that restores the default and returns, as Swift's backtracer does.
if mode == "restore" {
    signal(SIGSEGV) { number in
        signal(number, SIG_DFL)
        _ = write(1, "survived\n", 9)
    }
}

// A disk on which no file may be larger than this.
if mode == "limited" {
    var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

if mode == "details" {
    CrashDetails.record(in: RunFolder(path: arguments[2]))
    FileHandle.standardOutput.write(Data("D \(CrashDetails.recordingError ?? "recorded")\n".utf8))
}

let timeline = Timeline(
    Timeline.Configuration(
        program: ProgramDescription(name: "TimelineCrashChild", version: "1"), storage: .folder(arguments[2]),
        recordsSignals: mode != "plain"))
let recorder = Recorder(timeline)

switch mode {
case "endless", "plain":
    // Ended from outside, or after so many performs of each thread by itself.
    let threads = (0..<2).map { thread in
        Thread {
            for index in 0..<20_000 { recorder.perform(thread: thread, index: index) }
            while true { pause() }
        }
    }
    for thread in threads { thread.start() }
    while true { pause() }
case "fatal", "segmentation":
    let other = Thread {
        for index in 0..<20_000 { recorder.perform(thread: 1, index: index) }
        while true { pause() }
    }
    other.start()
    for index in 0..<number { recorder.perform(thread: 0, index: index) }
    if mode == "fatal" { fatalError("as asked") }
    UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
case "details":
    fatalError("as asked")
case "chain":
    recorder.begin("0-0")
    raise(SIGSEGV)
case "survive":
    raise(SIGFPE)
    recorder.perform(thread: 0, index: 0)
    while true { pause() }
case "restore":
    kill(getpid(), SIGSEGV)
    recorder.perform(thread: 0, index: 0)
    while true { pause() }
case "raise":
    recorder.begin("0-0")
    raise(Int32(number))
case "end":
    recorder.perform(thread: 0, index: 0)
    timeline.end()
    raise(SIGKILL)
case "exit":
    recorder.perform(thread: 0, index: 0)
    exit(0)
case "churn":
    // Another thread opens and closes runs, beyond this program's end.
    let other = Thread {
        while true {
            Recorder(
                Timeline(
                    Timeline.Configuration(
                        program: ProgramDescription(name: "TimelineCrashChild", version: "1"),
                        storage: .folder(arguments[2]), runSize: 256 << 10))
            ).perform(thread: 1, index: 0)
        }
    }
    other.start()
    for index in 0..<number { recorder.perform(thread: 0, index: index) }
    exit(0)
case "prune":
    do {
        print("R", try RunFolder(path: arguments[2]).prune(Retention(runs: 1), now: 0).count)
    } catch {
        print("E", error)
    }
case "fault", "limited":
    for index in 0..<100 { recorder.perform(thread: 0, index: index) }
    print("F", timeline.storageError?.description ?? "none")
    print("P", timeline.run.performs().count)
case "fork":
    recorder.perform(thread: 0, index: 0)
    let status = fst_fork_for_test({ _ in recorder.recordForked() }, nil)
    recorder.perform(thread: 0, index: 1)
    print("S", status >> 8)
default:
    exit(64)
}

/// Records and acknowledges.
struct Recorder: Sendable {
    let timeline: Timeline
    let action: NameID
    let session: NameID

    init(_ timeline: Timeline) {
        self.timeline = timeline
        let feature = timeline.nameFeature(identifier: "App", name: "App")
        action = timeline.nameAction(identifier: "Work", name: "Work", feature: feature)
        session = timeline.nameSession("main")
    }

    func perform(thread: Int, index: Int) {
        let (token, fields) = begin("\(thread)-\(index)" + String(repeating: "x", count: index % 150))
        timeline.complete(
            token, CompletionFields(of: fields, time: timeline.now, outcome: .success),
            error: UnsafeRawBufferPointer(start: nil, count: 0))
        acknowledge("C \(token.perform)\n")
    }

    @discardableResult
    func begin(_ input: String) -> (PerformToken, BeginFields) {
        let fields = BeginFields(
            time: timeline.now, perform: PerformFields(session: 1, sessionName: session, action: action))
        let token = Array(input.utf8).withUnsafeBytes { timeline.begin(fields, input: $0) }
        acknowledge("B \(token.perform) \(input)\n")
        return (token, fields)
    }

    /// Tries to record in a forked child.
    ///
    /// Returns how much of it was taken.
    func recordForked() -> Int32 {
        var taken: Int32 = 0
        for _ in 0..<100 {
            let fields = BeginFields(
                time: timeline.now, perform: PerformFields(session: 1, sessionName: session, action: action))
            let token = Array("forked".utf8).withUnsafeBytes { timeline.begin(fields, input: $0) }
            if token.perform != 0 { taken += 1 }
            timeline.complete(
                token, CompletionFields(of: fields, time: timeline.now, outcome: .success),
                error: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        if timeline.nameSession("forked session") != .none { taken += 1 }
        timeline.end()
        return taken
    }

    /// One write for a whole line: lines of two threads don't mix.
    private func acknowledge(_ line: String) {
        var line = line
        line.withUTF8 { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
    }
}
