import FiresteelTesting
import FiresteelTimeline
import TestSupport
import Testing

@testable import Firesteel

@Suite("Action stacks")
struct StackModelTests {
    @Test("Stacks match a simple model, however performs nest and overlap", arguments: 0..<60)
    func model(seed: UInt64) async throws {
        let test = try TestRuntime(StackApp.self) { $0.runSize = 256 << 10 }
        var random = SplitMix64(seed: seed)
        var sessions = (0..<3).map { test.runtime.session("Session \($0)") }
        var closed: [ActionSession] = []
        var models = sessions.map { _ in Model() }
        var flights: [(flight: Flight, session: Int?, stack: Int)] = []

        for _ in 0..<120 {
            if flights.count < 6, Bool.random(using: &random) {
                let session = Int.random(in: 0..<3, using: &random)
                let feature = Int.random(in: 0..<StackApp.all.count, using: &random)
                let performer = Bool.random(using: &random) ? flights.randomElement(using: &random) : nil
                let flight = await Flight.begin(feature, in: sessions[session], below: performer?.flight)
                let cause = performer.flatMap { $0.session == session ? $0.stack : nil }
                flights.append((flight, session, models[session].begin(feature, ledBy: cause)))
            } else if let index = flights.indices.randomElement(using: &random) {
                let (flight, session, stack) = flights.remove(at: index)
                let outcome =
                    [
                        ActionOutcome.success, .successClosing, .failure(SampleError()), .failureClosing(SampleError()),
                        .cancelled,
                    ].randomElement(using: &random) ?? .success
                await flight.finish(outcome)
                if let session { models[session].complete(stack, closes: outcome.closesStack) }
            }
            if Int.random(in: 0..<30, using: &random) == 0 {
                // Performs in flight in a closed session end without a stack; another session replaces it.
                let gone = Int.random(in: 0..<3, using: &random)
                sessions[gone].close()
                closed.append(sessions[gone])
                sessions[gone] = test.runtime.session("Next \(closed.count)")
                models[gone] = Model()
                for index in flights.indices where flights[index].session == gone { flights[index].session = nil }
            }
            for (session, model) in zip(sessions, models) { #expect(Shape(of: session) == Shape(of: model)) }
        }
        for (flight, _, _) in flights { await flight.finish(.success) }
        for session in closed { #expect(session.record.snapshot().stacks.open.isEmpty) }
        for session in sessions + closed {
            let stacks = session.record.snapshot().stacks
            let unfinished = (stacks.open + stacks.closed).flatMap(\.entries.ordered).filter {
                if case .perform = $0.kind { $0.outcome == nil } else { false }
            }
            #expect(unfinished.isEmpty)
        }
    }

    @Test("A stack that an action leads to hangs from the action's stack, in the same session only")
    func nested() async throws {
        let test = try TestRuntime(StackApp.self)
        let here = test.runtime.session("Here")
        let there = test.runtime.session("There")
        await test.runtime.use {
            _ = await StackApp.A.run.perform(
                RunClosure.Input { _ in
                    await StackApp.B.run.perform { _ in .success }
                    return await StackApp.C.run.perform(options: .in(there)) { _ in .success }
                }, options: .in(here))
        }
        #expect(Shape(of: here) == Shape(open: [.init(feature: 0), .init(feature: 1, parent: 0)], current: 1))
        #expect(Shape(of: there) == Shape(open: [.init(feature: 2)], current: 2))
    }

    @Test("A stack keeps its newest entries and counts the older ones")
    func bounded() async throws {
        let test = try TestRuntime(StackApp.self)
        let session = test.runtime.session("Busy")
        for _ in 0..<100 { await perform(0, in: session, closes: false) }
        let stack = try #require(session.record.snapshot().stacks.open.first)
        #expect(stack.entries.count == RecentEntries.limit)
        #expect(stack.entries.dropped == 100 - RecentEntries.limit)
        let ids = stack.entries.ordered.compactMap { entry -> UInt64? in
            if case .perform(let id, _) = entry.kind { id } else { nil }
        }
        #expect(ids == ids.sorted())
        #expect(stack.entries.ordered.allSatisfy { $0.outcome == .success })
    }

    @Test("A closed session has no stacks, isn't listed, and its later performs are recorded nevertheless")
    func closedSession() async throws {
        let test = try TestRuntime(StackApp.self)
        let session = test.runtime.session("Gone")
        await perform(0, in: session, closes: false)
        session.close()
        session.close()
        #expect(session.record.snapshot().stacks.open.isEmpty)
        #expect(test.runtime.dispatcher.sessions.find(session.identifier) == nil)
        #expect(test.runtime.faults == [])
        await perform(0, in: session, closes: false)
        await perform(0, in: session, closes: false)
        #expect(test.performs.count == 3)
        #expect(session.record.snapshot().stacks.open.isEmpty)
        #expect(test.events.filter { $0.kind == .stackOpened }.count == 3)
        #expect(test.events.filter { $0.kind == .stackClosed }.count == 3)
        #expect(
            test.runtime.faults.map(\.description) == [
                "\(test.performs[0].action?.name ?? "") was performed in a session that is closed. "
                    + "Perform it before close(), or open a session."
            ])
        #expect(test.events.filter { $0.kind == .sessionClosed }.count == 1)
    }

    @Test("A released session closes itself")
    func released() async throws {
        let test = try TestRuntime(StackApp.self)
        let before = test.runtime.dispatcher.sessions.count
        do {
            let session = test.runtime.session("Short")
            await perform(0, in: session, closes: false)
            #expect(test.runtime.dispatcher.sessions.count == before + 1)
        }
        #expect(test.runtime.dispatcher.sessions.count == before)
    }

    @Test("Ten thousand sessions have separate stacks")
    func manySessions() async throws {
        let test = try TestRuntime(StackApp.self)
        let sessions = (0..<10_000).map { test.runtime.session("Connection \($0)") }
        for (number, session) in sessions.enumerated() { await perform(number % 4, in: session, closes: false) }
        for (number, session) in sessions.enumerated() {
            let open = session.record.snapshot().stacks.open
            #expect(open.map(\.feature.path.text) == ["StackApp/\(["A", "B", "C", "D"][number % 4])"])
        }
    }

    private func perform(_ feature: Int, in session: ActionSession, closes: Bool) async {
        await StackApp.all[feature](session) { closes ? .successClosing : .success }
    }
}

/// The stacks of one session in a few lines: each opening has a number of its own and knows who led to it.
private struct Model {
    var open: [(number: Int, feature: Int, parent: Int?)] = []
    var current: Int?
    private var last = 0

    mutating func begin(_ feature: Int, ledBy cause: Int?) -> Int {
        if let stack = open.first(where: { $0.feature == feature }) {
            current = stack.number
        } else {
            last += 1
            let parent = cause.flatMap { cause in open.contains { $0.number == cause } ? cause : nil } ?? current
            open.append((last, feature, parent))
            current = last
        }
        return current ?? 0
    }

    mutating func complete(_ stack: Int, closes: Bool) {
        guard closes, let parent = open.first(where: { $0.number == stack })?.parent else {
            if closes, open.contains(where: { $0.number == stack }) { close(stack, parent: nil) }
            return
        }
        close(stack, parent: parent)
    }

    private mutating func close(_ stack: Int, parent: Int?) {
        let parents = Dictionary(uniqueKeysWithValues: open.map { ($0.number, $0.parent) })
        func isBelow(_ other: Int) -> Bool { other == stack || (parents[other] ?? nil).map(isBelow) == true }
        let isCurrentGone = current.map(isBelow) ?? false
        open.removeAll { isBelow($0.number) }
        guard isCurrentGone else { return }
        current = open.contains { $0.number == parent } ? parent : open.last?.number
    }
}

/// The shape by which a session's stacks and their model are compared: features in the order of opening, who led to whom, and
/// where an action began last.
private struct Shape: Equatable {
    struct Stack: Equatable {
        let feature: Int
        var parent: Int?
    }

    var open: [Stack]
    var current: Int?
}

extension Shape {
    init(of model: Model) {
        let features = Dictionary(uniqueKeysWithValues: model.open.map { ($0.number, $0.feature) })
        open = model.open.map { Stack(feature: $0.feature, parent: $0.parent.flatMap { features[$0] }) }
        current = model.current.flatMap { features[$0] }
    }

    init(of session: ActionSession) {
        let stacks = session.record.snapshot().stacks
        let names = ["StackApp/A": 0, "StackApp/B": 1, "StackApp/C": 2, "StackApp/D": 3]
        let features = Dictionary(
            uniqueKeysWithValues: stacks.open.map { ($0.identifier, names[$0.feature.path.text] ?? -1) })
        open = stacks.open.map { Stack(feature: features[$0.identifier] ?? -1, parent: features[$0.parent]) }
        current = features[stacks.current]
    }
}

/// A perform that runs until it is released, and performs others meanwhile.
private struct Flight {
    enum Command: Sendable {
        case start(@Sendable () async -> Void)
        case finish(ActionOutcome)
    }

    private let commands: AsyncStream<Command>.Continuation
    private let ended: AsyncStream<Void>

    /// Begins one, below another or on its own, and returns when it has begun.
    static func begin(_ feature: Int, in session: ActionSession, below performer: Flight?) async -> Flight {
        let (stream, commands) = AsyncStream<Command>.makeStream()
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let (ended, hasEnded) = AsyncStream<Void>.makeStream()
        let perform: @Sendable () async -> Void = {
            await StackApp.all[feature](session) {
                hasBegun.finish()
                for await command in stream {
                    switch command {
                    case .start(let perform): Task { await perform() }
                    case .finish(let outcome): return outcome
                    }
                }
                return .cancelled
            }
            hasEnded.finish()
        }
        if let performer {
            performer.commands.yield(.start(perform))
        } else {
            Task { await perform() }
        }
        for await _ in begun {}
        return Flight(commands: commands, ended: ended)
    }

    func finish(_ outcome: ActionOutcome) async {
        commands.yield(.finish(outcome))
        for await _ in ended {}
    }
}

enum StackApp: FeatureGroup {
    static let subfeatures = features(A.self, B.self, C.self, D.self)

    enum A: Feature {
        static let run = action(RunClosure.self)
        static let actions = declare(run)
    }
    enum B: Feature {
        static let run = action(RunClosure.self)
        static let actions = declare(run)
    }
    enum C: Feature {
        static let run = action(RunClosure.self)
        static let actions = declare(run)
    }
    enum D: Feature {
        static let run = action(RunClosure.self)
        static let actions = declare(run)
    }

    typealias Perform = @Sendable (ActionSession, @escaping @Sendable () async -> ActionOutcome) async -> Void

    static let all: [Perform] = [
        { session, body in await A.run.perform(options: .in(session)) { _ in await body() } },
        { session, body in await B.run.perform(options: .in(session)) { _ in await body() } },
        { session, body in await C.run.perform(options: .in(session)) { _ in await body() } },
        { session, body in await D.run.perform(options: .in(session)) { _ in await body() } },
    ]
}
