import Foundation

/// Measures the core and prints one table.
///
/// ```
/// Benchmarks                    all groups, each in a separate process
/// Benchmarks perform journal    only these groups
/// Benchmarks --group perform    one group in this process, as JSON for the table
/// Benchmarks --profile perform request() 100000    repetitions of one operation of a group, for a profiler
/// ```
@main
@MainActor
enum Benchmarks {
    /// The groups in the table's order.
    static let groups: [any BenchmarkGroup.Type] = [
        Limits.self, PerformToFile.self, PerformToMemory.self, PerformFromSynchronousCode.self, NothingAttached.self,
        ManySessions.self, PeopleAnswers.self, TwoThreads.self, Leaks.self, JournalAppends.self, JournalReading.self,
        LogLines.self, LogLinesOutOfFocus.self, AvailabilityReads.self,
        FlagReads.self, FlagReaders.self, FlagExposures.self, FlagEvaluations.self, FlagLoading.self,
        AnalyticsCosts.self, InsightCosts.self, BehaviourCosts.self,
        RouteMatching.self, AutomationCosts.self, ReplayCosts.self,
    ]

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments.contains("--help") || arguments.contains("-h") {
                print("Usage: Benchmarks [GROUP…]\n       Benchmarks --profile GROUP OPERATION COUNT\n")
                print("Without a group, measures all of them:\n")
                for group in groups { print("  \(group.name): \(group.title)") }
            } else if arguments.first == "--group" {
                try await measureHere(arguments.dropFirst().first ?? "")
            } else if arguments.first == "--profile", arguments.count == 4, let count = Int(arguments[3]) {
                Rounds.profiled = (arguments[2], count)
                try await measureHere(arguments[1])
            } else {
                exit(try report(on: arguments) ? 0 : 1)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }

    private static func measureHere(_ name: String) async throws {
        guard let group = groups.first(where: { $0.name == name }) else {
            throw UnknownGroupError(name: name, known: groups.map { $0.name })
        }
        let measurements = try await group.measure()
        FileHandle.standardOutput.write(try JSONEncoder().encode(measurements))
    }

    /// Measures groups and prints the table.
    ///
    /// - Returns: Whether all results are within their thresholds.
    private static func report(on names: [String]) throws -> Bool {
        if let unknown = names.first(where: { name in !groups.contains { $0.name == name } }) {
            throw UnknownGroupError(name: unknown, known: groups.map { $0.name })
        }
        let thresholds = try Thresholds(contentsOf: "Thresholds.json")
        var table = Table(tolerance: thresholds.tolerance)
        for group in groups where names.isEmpty || names.contains(group.name) {
            let measurements = try GroupProcess.run(group.name)
            table.add(group.title, try thresholds.judge(measurements, of: group.name))
        }
        print(table.text)
        return table.isWithin
    }
}

/// An error for an argument that isn't the name of a group.
struct UnknownGroupError: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
        "There is no group \"\(name)\". Available groups: \(known.joined(separator: ", "))."
    }
}
