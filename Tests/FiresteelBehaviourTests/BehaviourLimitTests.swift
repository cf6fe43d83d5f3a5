import Firesteel
import FiresteelTimeline
import TestSupport
import Testing

@testable import FiresteelBehaviour

@Suite("Limits of behaviour", .timeLimit(.minutes(2)))
struct BehaviourLimitTests {
    @Test("A full table of pairs retains what is frequent, with its shares, and never exceeds its limit")
    func pairs() {
        var generator = SplitMix64(seed: 7)
        var table = TransitionTable(limit: 50)
        for _ in 0..<20_000 {
            // Nine of ten are one of three; the others differ.
            let next =
                UInt16.random(in: 0..<10, using: &generator) < 9
                ? ([1, 1, 2] as [UInt16]).randomElement(using: &generator) : nil
            table.add(next ?? .random(in: 10..<5_000, using: &generator), after: 0)
            #expect(table.count <= 50)
        }
        let row = table.next(after: 0)
        let (one, two) = (Double(row[1] ?? 0), Double(row[2] ?? 0))
        #expect(abs(one / two - 2) < 0.2, "\(one) \(two)")
        #expect(one + two > 50)
        #expect(table.next(after: 1).isEmpty)
    }

    @Test("Actions beyond the limit are reported, and further sessions and people replace the oldest")
    func counts() {
        let timeline = Timeline(
            Timeline.Configuration(program: ProgramDescription(name: "Test"), storage: .memory, runSize: 64 << 20))
        let feature = timeline.nameFeature(identifier: "Shop", name: "Shop")
        let actions = (0..<BehaviourLimits.actions + 100).map {
            timeline.nameAction(identifier: "A\($0)", name: "A", feature: feature)
        }
        func perform(_ action: Int, in session: UInt32) {
            let fields = BeginFields(
                time: timeline.now,
                perform: PerformFields(session: session, action: actions[action], isUserInitiated: true))
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            let token = timeline.begin(fields, input: nothing)
            timeline.complete(
                token, CompletionFields(of: fields, time: timeline.now, outcome: .success), error: nothing)
        }
        let sessions = UInt32(BehaviourLimits.sessions)
        for session in 1...sessions + 5 {
            timeline.sessionOpened(
                SessionFields(time: timeline.now, session: session, sessionName: .none, principal: "\(session)"))
            for action in 0...1 { perform(action, in: session) }
        }
        for action in actions.indices { perform(action, in: sessions + 5) }
        var counts = BehaviourCounts()
        var source = BehaviourCounts.Source(number: 0)
        timeline.run.forEachEvent { event in
            counts.add(event, of: &source) { timeline.run.names }
            return true
        }
        let path = ActionPath(feature: FeaturePath("Shop"), action: "A0")
        #expect(counts.actions.count == BehaviourLimits.actions && counts.uncounted == 100)
        #expect(counts.sessionCount == BehaviourLimits.sessions)
        #expect(counts.next(after: path, of: .everyone).map(\.count) == [Int(sessions) + 6])
        #expect(counts.next(after: path, of: .person("1")).isEmpty)
        #expect(counts.next(after: path, of: .person(Principal("\(sessions)"))).map(\.count) == [1])
    }

    @Test("A session's steps are its last ones, and a funnel finds them in their order")
    func steps() {
        var session = SessionSteps()
        for step in 0..<UInt16(10 * BehaviourLimits.steps) { session.append(step) }
        #expect(session.steps.count <= BehaviourLimits.steps && session.steps.count >= BehaviourLimits.steps / 2)
        let last = UInt16(10 * BehaviourLimits.steps - 1)
        #expect(session.reached([last - 9, last - 4, last]) == 3)
        #expect(session.reached([last, last - 4]) == 1)
        #expect(session.reached([0]) == 0)
    }
}
