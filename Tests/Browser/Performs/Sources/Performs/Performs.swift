import Firesteel
import FiresteelInspector
import FiresteelTimeline
import Foundation
import Logging

/// A program that performs an empty action as fast as it can, with an inspector and without one.
///
///     Performs <folder>
///
/// Its timeline is in a file in the folder. It does what it reads, line by line, and answers each line with one:
/// `perform <milliseconds>` with how many performs there were and how many nanoseconds they took, `open` with the
/// address of the inspector that it started, `close` with `closed` when that has ended.
@main
struct Performs {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: Performs <folder>\n".utf8))
            exit(64)
        }
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: []) }
        let runtime = try FeatureRuntime.setUp(
            Program.self, RuntimeConfiguration(storage: .folder(CommandLine.arguments[1])))
        var inspector: Inspector?
        for await line in lines() {
            switch line.split(separator: " ").first {
            case "perform":
                printLine(await perform(for: .milliseconds(line.split(separator: " ").last.flatMap { Int($0) } ?? 0)))
            case "open":
                let opened = try await Inspector.start(runtime, InspectorConfiguration(allowsReleaseBuilds: true))
                inspector = opened
                printLine(opened.url.absoluteString)
            case "close":
                await inspector?.stop()
                inspector = nil
                printLine("closed")
            default: printLine("perform <milliseconds>, open or close")
            }
        }
        await inspector?.stop()
    }

    /// Performs until the time is over.
    private static func perform(for time: Duration) async -> String {
        let clock = ContinuousClock()
        let began = clock.now
        var performs = 0
        var took = Duration.zero
        while took < time {
            for _ in 0..<100 { await Work.nothing.perform() }
            performs += 100
            took = clock.now - began
        }
        return "\(performs) \(took / .nanoseconds(1))"
    }

    /// The program's input, read on a separate thread.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    private static func printLine(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

enum Program: FeatureGroup {
    static let subfeatures = features(Work.self)
}

enum Work: Feature {
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

enum Nothing: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
