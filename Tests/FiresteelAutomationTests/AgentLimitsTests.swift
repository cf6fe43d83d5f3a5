import FiresteelAgents
import Testing

@Suite("Limits on agents")
struct AgentLimitsTests {
    @Test("A caller, a group and all together have a maximum of calls, and a call that ends makes room")
    func slots() {
        let slots = CallSlots(5, ofGroup: 4, ofCaller: 3)
        let taken = ["a", "a", "a", "a", "b", "b"].map { slots.take($0, of: "one") }
        #expect(taken == [true, true, true, false, true, false])
        #expect(slots.take("c", of: "other"))
        #expect(!slots.take("c", of: "other"))
        slots.release("a", of: "one")
        #expect(slots.take("c", of: "other"))
        for caller in ["a", "a", "b"] { slots.release(caller, of: "one") }
        for _ in 0..<2 { slots.release("c", of: "other") }
        #expect(["a", "a", "a", "b", "b"].map { slots.take($0, of: "one") } == [true, true, true, true, false])
    }

    @Test("Many results of a group displace its oldest, and none of another")
    func results() {
        let store = ResultStore(limit: 1_000)
        let other = store.store("other", for: "b", of: "two")
        let own = (0..<4).map { store.store(String(repeating: "\($0)", count: 300), for: "a", of: "one") }
        func text(_ identifier: String, _ caller: String) -> String? {
            store.part(of: identifier, for: caller, from: 0, length: 4)?.text
        }
        #expect(own.map { text($0, "a") } == [nil, "1111", "2222", "3333"])
        #expect(text(other, "b") == "othe")
        #expect(text(own[3], "b") == nil)
    }
}
