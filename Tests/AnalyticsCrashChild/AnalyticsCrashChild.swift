import Firesteel
import FiresteelHTTP
import FiresteelPostHog
import Foundation

/// A program that queues events and ends abnormally, for tests of the remaining events.
///
///     AnalyticsCrashChild endless <folder> <address> <first number>
///     AnalyticsCrashChild full <folder> <address> <events>
///
/// `endless` queues numbered events until it is killed, and says each number on a line when it is queued. It waits
/// while more events are queued than the process that takes them over has room for. `full` queues so many of a kilobyte
/// before it sends any, sends them, and reports errors (`F <words>`) and how many were dropped (`D <count>`).
@main
struct AnalyticsCrashChild {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let url = URL(string: arguments[3]), let number = Int(arguments[4]) else {
            FileHandle.standardError.write(Data("usage: AnalyticsCrashChild <mode> <folder> <address> <number>\n".utf8))
            exit(64)
        }
        let folder = URL(filePath: arguments[2])
        switch arguments[1] {
        case "endless":
            let provider = PostHogProvider(
                PostHogOptions(
                    projectKey: "key", host: url, folder: folder, queueBytes: 256 << 20, batchEvents: 20,
                    interval: .milliseconds(5),
                    // Failures are the server's answers here and say nothing about how busy it is.
                    retry: RetryPolicy(first: .milliseconds(10), maximum: .milliseconds(100))))
            provider.start { say("F \($0)") }
            for number in number... {
                while provider.status.queued >= maximumQueued {
                    do { try await Task.sleep(for: .milliseconds(1)) } catch { exit(70) }
                }
                provider.record(event(number, ""))
                say("\(number)")
            }
        case "full":
            let provider = PostHogProvider(
                PostHogOptions(
                    projectKey: "key", host: url, folder: folder, queueBytes: 2 << 20, batchEvents: 10_000,
                    interval: .seconds(3_600)))
            provider.start { say("F \($0)") }
            for number in 0..<number { provider.record(event(number, String(repeating: "x", count: 1_024))) }
            await provider.close(within: .seconds(60))
            say("D \(provider.status.dropped)")
            say("S \(provider.status.sent)")
        default:
            exit(64)
        }
    }

    /// The most events that wait.
    ///
    /// About 3 MiB, where a provider's queue takes 10 MiB by default and drops the oldest beyond that.
    private static let maximumQueued = 10_000

    private static func event(_ number: Int, _ text: String) -> AnalyticsEvent {
        AnalyticsEvent(
            name: "event", phase: .begin, attributes: ["n": .int(number), "text": .string(text)],
            time: Int64(number), action: ActionPath(feature: FeaturePath("App/Crash"), action: "Queue"))
    }

    /// One write for a whole line.
    private static func say(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
    }
}
