import DocumentsCore
import Foundation

/// Runs the programs of simulated people, and starts those again that crashed.
actor Traffic {
    struct Configuration: Sendable {
        var target: TrafficTarget
        var people: Int
        var together: Int
        /// The number of programs that run at once after the first visits.
        var stay: Int
        var crash: CrashKind?
        /// The versions that people use; only the last one crashes.
        var versions: [String]
        var pace: Int
        /// The effect of the variant `focused` in the experiment “Editor”; `nil` without it.
        var experiment: TrafficEffect?
        var folder: String

        /// The number of the people's computers.
        var computers: Int {
            experiment == nil ? people : (people + TrafficTrial.people - 1) / TrafficTrial.people
        }
    }

    /// The maximum number of failed programs in succession before the traffic ends.
    private static let maximumFailures = 10

    private let configuration: Configuration
    private var programs: [Int: TrafficProgram] = [:]
    private var visits = 0
    private var crashes = 0
    private var failures = 0
    /// Whether someone took part in the experiment.
    private var hasTakenPart = false
    private var error: CommandError?
    private var isEnding = false
    private var progress = TrafficProgress()

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// The result, as a sentence.
    var summary: String {
        let crashed = crashes == 1 ? "1 program crashed" : "\(crashes) programs crashed"
        return "\(visits) visits; \(crashed) during Save."
    }

    /// Runs until all people had their first visit and, if some stay, until ``end()``.
    ///
    /// - Throws: ``CommandError`` if programs can't be started, or can't reach the server.
    func run() async throws {
        try await visitOnce()
        guard configuration.stay > 0, !isEnding, error == nil else {
            progress.finish()
            if let error { throw error }
            return
        }
        progress.show("\(configuration.people) people had their first visit. They return until Control-C.")
        progress.finish()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...configuration.stay {
                group.addTask { await self.returnRepeatedly() }
            }
        }
        progress.finish()
        if let error { throw error }
    }

    /// Ends all programs.
    func end() {
        isEnding = true
        for program in programs.values { program.terminate() }
    }

    private func visitOnce() async throws {
        let configuration = configuration
        await withTaskGroup(of: Void.self) { group in
            for number in 1...configuration.computers {
                if number > configuration.together { await group.next() }
                guard !isEnding, error == nil else { break }
                group.addTask { await self.visit(number) }
            }
        }
    }

    /// Runs a person's program once, and after a crash a second time, which sends the report.
    private func visit(_ number: Int, stays: Int = 0) async {
        visits += people(at: number).count
        var end = await start(number, saves: true, stays: stays)
        if configuration.experiment != nil {
            // The others continue, and send the report.
            for _ in 0..<TrafficTrial.people where end == .crashed {
                end = await start(number, saves: true, stays: 0)
            }
        } else if end == .crashed {
            _ = await start(number, saves: false, stays: 0)
        }
        showProgress()
    }

    /// The numbers of the people who use a computer.
    private func people(at computer: Int) -> Range<Int> {
        guard configuration.experiment != nil else { return computer..<computer + 1 }
        let first = (computer - 1) * TrafficTrial.people + 1
        return first..<min(first + TrafficTrial.people, configuration.people + 1)
    }

    /// Runs the programs of people who return, one after the other, until the end.
    private func returnRepeatedly() async {
        while !isEnding, error == nil {
            let number = Int.random(in: 1...configuration.people)
            guard programs[number] == nil else {
                await Task.yield()
                continue
            }
            await visit(number, stays: Int.random(in: 3...10))
            // No request follows another without a pause while the server is away.
            if failures > 0, !isEnding { try? await Task.sleep(for: .seconds(1)) }
        }
    }

    private func start(_ number: Int, saves: Bool, stays: Int) async -> TrafficProgram.End {
        guard !isEnding else { return .ended }
        let program: TrafficProgram
        do {
            program = try TrafficProgram(arguments: try arguments(number, saves: saves, stays: stays))
        } catch {
            self.error = error
            return .failed("\(error)")
        }
        programs[number] = program
        let end = await program.end()
        programs[number] = nil
        switch end {
        case .ended:
            failures = 0
            hasTakenPart = true
        case .crashed:
            failures = 0
            crashes += 1
            hasTakenPart = true
        case .notStarted(let reason) where !hasTakenPart: error = error ?? CommandError(reason)
        case .notStarted, .hasEnded:
            // A guard or a person ended it meanwhile.
            hasTakenPart = true
            guard !isEnding else { break }
            progress.announce("The experiment has ended, or its share leaves people out: the traffic ends.")
            self.end()
        case .failed where isEnding: break
        case .failed(let reason):
            failures += 1
            // The others have the same reason.
            if configuration.experiment != nil { error = error ?? CommandError(reason) }
            if failures >= Self.maximumFailures, error == nil {
                error = CommandError("The programs of \(failures) people ended one after the other: \(reason)")
            }
        }
        return end
    }

    private func arguments(_ number: Int, saves: Bool, stays: Int) throws(CommandError) -> [String] {
        let folder = configuration.folder + "/\(number)"
        try TrafficProgram.makeFolder(folder)
        // Every third person hasn't updated yet.
        let versions = configuration.versions
        let isLatest = versions.count == 1 || number % 3 != 0
        let version = isLatest ? versions[versions.count - 1] : versions[number / 3 % (versions.count - 1)]
        var arguments = ["traffic-person", "--place", folder, "--person", "person-\(number)"]
        arguments += ["--program-version", version, "--pace", "\(configuration.pace)"]
        arguments += configuration.target.arguments
        if saves { arguments.append("--saves") }
        if stays > 0 { arguments += ["--stays", "\(stays)"] }
        if let experiment = configuration.experiment {
            let people = people(at: number)
            arguments += ["--experiment", experiment.rawValue, "--first", "\(people.lowerBound)"]
            return arguments + ["--count", "\(people.count)"]
        }
        if isLatest, let crash = configuration.crash { arguments += ["--crash", crash.rawValue] }
        return arguments
    }

    private func showProgress() {
        progress.show(
            "\(min(visits, configuration.people)) of \(configuration.people) people, \(visits) visits, "
                + "\(crashes) crashed during Save, \(programs.count) \(programs.count == 1 ? "program runs" : "programs run")"
        )
    }
}
