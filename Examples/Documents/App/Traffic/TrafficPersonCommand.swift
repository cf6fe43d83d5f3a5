import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelInsight
import FiresteelPurchases
import FiresteelRemote
import FiresteelReports
import FiresteelTimeline
import Foundation
import Logging

/// Runs one simulated person's program, which `documents traffic` starts: Documents without a page.
///
/// The exit status is 0 at the end of the visit, also an early one, 75 if the server can't be reached
/// or doesn't take what happened; a rehearsed crash ends it by its signal.
struct TrafficPersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traffic-person", abstract: "Be one simulated person of “documents traffic”.",
        shouldDisplay: false)

    /// The exit status if the server can't be reached (EX_TEMPFAIL).
    static let unreachable: Int32 = 75

    @Option(name: .customLong("place")) var folder: String
    @Option var person: String
    @Option var programVersion: String
    @OptionGroup var target: TrafficTarget
    @Option var pace: Int
    @ArgumentParser.Flag var saves = false
    /// For how many seconds the person continues after the first visit.
    @Option var stays = 0
    @Option var crash: CrashKind?
    /// People of the experiment “Editor” use the computer, beginning with a number, instead of one person.
    @Option var experiment: TrafficEffect?
    @Option var first = 1
    @Option var count = 0

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let ending = Ending()
        let program = ProgramDescription(name: ProgramDescription.documents.name, version: programVersion)
        let runs = folder + "/runs"
        CrashDetails.record(in: RunFolder(path: runs))
        guard
            let provider = RemoteFlagProvider.documents(
                of: target.server, token: .file(target.serverTokenFile), keptIn: folder + "/flags", program: program)
        else { throw ValidationError("“\(target.server)” is not an http or https address.") }
        let context = EvaluationContext.documents(person, program: program)
        let runtime = try FeatureRuntime.setUp(
            AppFeatures.self,
            RuntimeConfiguration(
                program: program, storage: .folder(runs), runSize: 1 << 20, recordsSignals: true,
                toggles: FileToggleStore(URL(fileURLWithPath: folder + "/choices.json")),
                flags: FlagStack([provider], context: context),
                sources: .documents(FilePurchaseStore(URL(fileURLWithPath: folder + "/purchases.json")))))
        let flags = try runtime.flags.register(DocumentsFlags.self)
        let reporting = try Reporting(
            runtime, to: target.address, tokenFile: target.reportTokenFile, transport: URLSessionTransport())
        try await reporting.sender.setConsent(true)
        provider.start()
        let flagsArrived = Task { try await waitForFlags(provider) }
        let isEnding = Task {
            _ = await ending.wait()
            flagsArrived.cancel()
        }
        defer { isEnding.cancel() }
        do {
            try await flagsArrived.value
        } catch {
            provider.stop()
            runtime.end()
            if error is CancellationError { return }
            throw error
        }
        if let crash { SaveRehearsal.set(crash) }
        await reporting.sender.start()

        let store = try DocumentStore(at: folder + "/documents")
        let trial = experiment.map { effect in
            TrafficTrial(
                runtime: runtime, flags: flags, program: program, store: store, pace: pace, effect: effect,
                progress: URL(fileURLWithPath: folder + "/next"))
        }
        let session = runtime.session("Window")
        let visit = TrafficVisit(session: session, store: store, pace: pace) {
            session.use { runtime.flags.value(of: flags.fastSave, in: context) }
        }
        let work = Task {
            if let trial { return try await trial.run(first..<first + count) }
            let end = ContinuousClock.now + .seconds(stays)
            try await visit.run(saves: saves)
            while ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1_000...3_000)))
                try await visit.run(saves: saves)
            }
        }
        // The end may have been requested already.
        let signals = Task {
            await isEnding.value
            work.cancel()
        }
        let result = await work.result
        signals.cancel()
        session.close()
        provider.stop()
        runtime.end()
        await reporting.sender.stop(within: .seconds(5))
        let sending = Task { if trial != nil { try await sendRest(of: reporting.sender) } }
        let cancelling = Task {
            await isEnding.value
            sending.cancel()
        }
        let sent = await sending.result
        cancelling.cancel()
        for case .failure(let status as ExitCode) in [result, sent] { throw status }
    }

    /// Sends what a busy server didn't take, since the people of an experiment don't return.
    private func sendRest(of sender: InsightSender) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !sender.folder.messages().isEmpty {
            guard ContinuousClock.now < deadline else {
                let answer = sender.folder.status.answer ?? "no answer"
                FileHandle.standardError.write(
                    Data("The server didn’t take within a minute what people did: \(answer)\n".utf8))
                throw ExitCode(Self.unreachable)
            }
            try await Task.sleep(for: .milliseconds(500))
            await sender.flush()
        }
    }

    /// Waits until the server has sent its flags, also if it starts again meanwhile.
    private func waitForFlags(_ provider: RemoteFlagProvider) async throws {
        let deadline = ContinuousClock.now + .seconds(15)
        while true {
            do {
                return try await provider.refresh()
            } catch {
                guard ContinuousClock.now < deadline else {
                    FileHandle.standardError.write(Data("\(error)\n".utf8))
                    throw ExitCode(Self.unreachable)
                }
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }
}
