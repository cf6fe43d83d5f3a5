import ArgumentParser
import DocumentsCore
import Foundation

/// Simulates people who use Documents, each with a separate program.
struct TrafficCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traffic",
        abstract: "Simulate people who use Documents and send reports.",
        discussion: """
            Each person is a process without a page that takes its flags from the server, opens, writes and saves documents, \
            and sends what it counted. With a rehearsed crash, it crashes during Save if the person has Fast Save, and \
            reports that at its next start, as a real one would. After the first visit of each, they return in random order until \
            Control-C, so that a change of flags has programs to reach.
            """)

    @OptionGroup var target: TrafficTarget

    @Option(help: ArgumentHelp("The number of people, 1 to 5000.", valueName: "number"))
    var people = 300

    @Option(help: ArgumentHelp("The number of programs that run at once, 1 to 64.", valueName: "number"))
    var together = 8

    @Option(
        help: ArgumentHelp(
            "The number of programs that run at once after the first visits, 0 to 64; with 0 the traffic ends then.",
            valueName: "number"))
    var stay = 8

    @Option(
        help: ArgumentHelp(
            "How Save crashes for people who have Fast Save: SIGSEGV, fatalError, SIGKILL or none.", valueName: "kind"))
    var crash = TrafficCrash.kind(.segmentationFault)

    @Option(
        help: ArgumentHelp(
            "The versions of Documents that people use, separated by commas. Save crashes in the last one.",
            valueName: "list"))
    var versions = "0.9,1.0"

    @Option(help: ArgumentHelp("The mean pause between two actions of a person, in milliseconds.", valueName: "ms"))
    var pace = 100

    @Option(
        help: ArgumentHelp(
            "What people with “focused” do in the experiment “Editor”: lift, harm, mismatch or none. The traffic ends once all did.",
            valueName: "effect"))
    var experiment: TrafficEffect?

    @Option(
        name: .customLong("place"),
        help: ArgumentHelp(
            "The folder of the people's documents and runs. By default a temporary one, which is removed.",
            valueName: "path"))
    var folder: String?

    private var versionList: [String] { versions.split(separator: ",").map(String.init) }

    func validate() throws {
        func check(_ value: Int, _ range: ClosedRange<Int>, _ name: String) throws {
            guard range.contains(value) else {
                throw ValidationError("--\(name) must be \(range.lowerBound) to \(range.upperBound).")
            }
        }
        try check(people, 1...5_000, "people")
        try check(together, 1...64, "together")
        try check(stay, 0...64, "stay")
        try check(pace, 0...60_000, "pace")
        let list = versionList
        guard !list.isEmpty, list.count <= 10, list.allSatisfy({ (1...64).contains($0.utf8.count) }) else {
            throw ValidationError("--versions must be 1 to 10 versions, such as 0.9,1.0.")
        }
    }

    func run() async throws {
        let ending = Ending()
        let place = folder ?? FileManager.default.temporaryDirectory.path + "/documents-traffic-\(getpid())"
        try PrivateFolder.make(place)
        defer { if folder == nil { try? FileManager.default.removeItem(atPath: place) } }
        let traffic = Traffic(
            Traffic.Configuration(
                target: target, people: people, together: together,
                stay: experiment == nil ? min(stay, people) : 0, crash: crash.kind,
                versions: experiment == nil ? versionList : ["1.0"], pace: pace, experiment: experiment,
                folder: place))
        print("\(people) people use Documents, at most \(together) at once. Control-C ends it.")
        fflush(nil)
        let running = Task { try await traffic.run() }
        let signals = Task {
            _ = await ending.wait()
            await traffic.end()
        }
        let result = await running.result
        signals.cancel()
        print(await traffic.summary)
        try result.get()
        if experiment != nil { print("The experiment: \(target.server)/p/documents/development/experiments/editor") }
    }
}

/// The rehearsed crash, or none.
enum TrafficCrash: ExpressibleByArgument {
    case none
    case kind(CrashKind)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let kind = CrashKind(rawValue: argument) {
            self = .kind(kind)
        } else {
            return nil
        }
    }

    var kind: CrashKind? {
        switch self {
        case .none: nil
        case .kind(let kind): kind
        }
    }

    var defaultValueDescription: String { kind?.rawValue ?? "none" }
}
