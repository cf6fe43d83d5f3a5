import Firesteel
import FiresteelTesting
import FiresteelTimeline
import TestSupport
import Testing

/// Random features with random conditions and random changes, against a model that works everything out anew each time.
@Suite("Availability follows from conditions, whatever the features")
struct AvailabilityModelTests {
    @Test("After each change it equals a naive recursion, and each change is delivered once", arguments: 0..<300)
    func model(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let plan = FeaturePlan.random(&random)
        let program = try PlannedProgram(plan)
        let test = program.test
        var model = AvailabilityModel(plan)
        var expected: [String] = []
        let stream = test.runtime.availabilityChanges()
        var states = model.states()
        check(test, states, plan)
        for _ in 0..<30 {
            model.change(&random, [program])
            let new = model.states()
            check(test, new, plan)
            for index in plan.features.indices where states[index] != new[index] {
                expected.append("\(plan.path(index)) \(states[index]) \(new[index])")
            }
            states = new
        }
        var heard: [String] = []
        if !expected.isEmpty {
            for await change in stream {
                heard.append("\(change.feature) \(change.old) \(change.new)")
                if heard.count == expected.count { break }
            }
        }
        // Those of one change have their own order.
        #expect(heard.sorted() == expected.sorted())
        #expect(
            test.availabilityChanges.filter { $0.old != $0.new }
                .map { "\($0.feature?.path ?? "") \($0.old) \($0.new)" }.sorted() == expected.sorted())
        // Switches are set whether or not a constraint reads them.
        #expect(test.runtime.faults.filter { !$0.description.contains("has no effect") } == [])
    }

    @Test("The order of features and their constraints doesn't matter", arguments: 1_000..<1_100)
    func order(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let plan = FeaturePlan.random(&random)
        var reversed = plan
        reversed.isReversed = true
        let programs = try [PlannedProgram(plan), PlannedProgram(reversed)]
        var model = AvailabilityModel(plan)
        for _ in 0..<30 {
            model.change(&random, programs)
            #expect(programs[0].states(plan) == programs[1].states(plan))
        }
    }

    private func check(_ test: TestRuntime, _ states: [AvailabilityState], _ plan: FeaturePlan) {
        for (index, type) in plan.types.enumerated() {
            let availability = test.runtime.availability(of: type)
            #expect(availability.state == states[index], "\(plan.path(index))")
            #expect(availability.isAvailable == availability.reasons.isEmpty)
        }
    }
}
