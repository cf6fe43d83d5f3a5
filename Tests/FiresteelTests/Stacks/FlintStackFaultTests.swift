import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import Testing

@Suite("Faults of Flint's stacks")
struct FlintStackFaultTests {
    @Test("The stack of one session never receives another session's actions")
    func sessionsApart() async throws {
        let test = try TestRuntime(StackApp.self)
        let sessions = (0..<8).map { test.runtime.session("Window \($0)") }
        await withTaskGroup(of: Void.self) { group in
            for (number, session) in sessions.enumerated() {
                let next = sessions[(number + 1) % sessions.count]
                group.addTask {
                    for _ in 0..<40 {
                        await StackApp.all[0](session) {
                            await StackApp.all[1](next) { .success }
                            return .success
                        }
                    }
                }
            }
        }
        let performs = Dictionary(grouping: test.performs, by: \.session).mapValues { Set($0.map(\.id)) }
        for session in sessions {
            let (_, described) = test.runtime.describeStacks(session: session.identifier)
            let stacks = try #require(described.first).stacks
            #expect(stacks.map(\.feature.text).sorted() == ["StackApp/A", "StackApp/B"])
            #expect(stacks.map(\.performs.count) == [40, 40])
            #expect(Set(stacks.flatMap(\.performs).map(\.identifier)) == performs[session.identifier])
        }
    }

    @Test("Stacks don't race under load: they stay consistent with many concurrent performs, closings and readers")
    func load() async throws {
        let test = try TestRuntime(StackApp.self) { $0.runSize = 8 << 20 }
        let shared = test.runtime.session("Shared")
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        await StackApp.all[(task + round) % 4](shared) {
                            await StackApp.all[round % 4](shared) { .success }
                            return round % 5 == task % 5 ? .successClosing : .success
                        }
                    }
                }
            }
            group.addTask {
                for round in 0..<100 {
                    let session = test.runtime.session("Short \(round)")
                    await StackApp.all[round % 4](session) { .success }
                    session.close()
                }
            }
            group.addTask {
                for _ in 0..<100 {
                    for session in test.runtime.describeStacks().sessions {
                        let open = session.stacks.filter { $0.closed == nil }.map(\.feature)
                        #expect(Set(open).count == open.count)
                    }
                    await Task.yield()
                }
            }
        }
        let (_, described) = test.runtime.describeStacks(session: shared.identifier)
        let session = try #require(described.first)
        #expect(session.performs == 1_600)
        #expect(session.stacks.flatMap(\.performs).allSatisfy { $0.outcome != nil })
        #expect(test.performs.count == 1_700)
        #expect(test.performs.allSatisfy { $0.outcome != nil })
    }

    @Test(
        "A perform leaks nothing: its input is released at its end, with stacks or without",
        arguments: [true, false])
    func inputs(keepsStacks: Bool) async throws {
        let test = try TestRuntime(InputApp.self) { $0.keepsStacks = keepsStacks }
        let session = test.runtime.session("Long")
        let count = Count()
        for number in 0..<1_000 {
            await Inputs.take.perform(CountedError(count, fails: number % 3 == 0), options: .in(session))
        }
        await MainActor.run {
            for number in 0..<1_000 {
                _ = Inputs.takeAtOnce.perform(CountedError(count, fails: number % 3 == 0), options: .in(session))
            }
        }
        #expect(count.made.load(ordering: .relaxed) == 2_000)
        #expect(count.gone.load(ordering: .relaxed) == 2_000)
        #expect(test.performs.count == 2_000)
        let (_, described) = test.runtime.describeStacks(session: session.identifier)
        #expect(described.first?.stacks.count == (keepsStacks ? 1 : 0))
    }

    @Test("Stacks never request an input's description, and contain no secret of it")
    func secrets() async throws {
        let test = try TestRuntime(InputApp.self)
        let session = test.runtime.session("Window")
        let input = SignIn.Input(name: "Ada", password: "hunter2-4711")
        await Inputs.signIn.perform(input, options: .in(session))
        let described = test.runtime.describeStacks().sessions
        let performs = described.flatMap(\.stacks).flatMap(\.performs)
        #expect(performs.map(\.action) == ["SignIn"])
        var dumped = ""
        dump(described, to: &dumped)
        #expect(dumped.contains("SignIn"))
        #expect(!dumped.contains("hunter2") && !"\(described)".contains("hunter2"))
        #expect(input.descriptions.made.load(ordering: .relaxed) == 0)
        #expect(
            test.performs.map(\.fields) == [
                [InputField(label: nil, value: .shown("Ada")), InputField(label: "Password", value: .hidden)]
            ])
    }
}

private enum InputApp: FeatureGroup { static let subfeatures = features(Inputs.self) }

private enum Inputs: Feature {
    static let take = action(Take.self)
    static let takeAtOnce = action(TakeAtOnce.self)
    static let signIn = action(SignIn.self)
    static let actions = declare(take, takeAtOnce, signIn)
}

extension SessionDescription {
    /// Its stacks with those that they led to.
    fileprivate var stacks: [StackDescription] { (open + closed).flatMap(\.withLed) }
}

extension StackDescription {
    fileprivate var withLed: [StackDescription] {
        [self]
            + entries.flatMap { (entry) -> [StackDescription] in
                if case .stack(let led) = entry { led.withLed } else { [] }
            }
    }
    fileprivate var performs: [Perform] {
        entries.compactMap { if case .perform(let perform) = $0 { perform } else { nil } }
    }
}

private final class Count: Sendable {
    let made = Atomic(0)
    let gone = Atomic(0)
}

/// An input that counts how many of it there were and how many have gone.
private final class CountedError: Error {
    private let count: Count
    let fails: Bool

    init(_ count: Count, fails: Bool) {
        self.count = count
        self.fails = fails
        count.made.add(1, ordering: .relaxed)
    }

    deinit { count.gone.add(1, ordering: .relaxed) }
}

private enum Take: Action {
    static func perform(_ context: ActionContext<CountedError>, presenter: NoPresenter) async throws -> ActionOutcome {
        if context.input.fails { throw context.input }
        return .success
    }
}

private enum TakeAtOnce: UIAction {
    static func perform(_ context: ActionContext<CountedError>, presenter: NoPresenter) throws -> ActionOutcome {
        context.input.fails ? .failure(context.input) : .success
    }
}

private enum SignIn: Action {
    /// Counts the reads of its description.
    struct Input: Sendable, TimelineDescribable, CustomStringConvertible, CustomDebugStringConvertible {
        let name: String
        @Secret var password: String
        let descriptions = Count()

        var description: String {
            descriptions.made.add(1, ordering: .relaxed)
            return "\(name), \(_password.reveal())"
        }
        var debugDescription: String { description }

        func describe(to summary: inout InputSummary) {
            summary.add(name)
            summary.add("Password", $password)
        }
    }

    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
