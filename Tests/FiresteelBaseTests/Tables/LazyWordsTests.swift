import Dispatch
import FiresteelBase
import Synchronization
import Testing

@Suite("Words that are allocated by the first write")
struct LazyWordsTests {
    @Test("There is no memory before the first write, and then every word is 0")
    func allocation() {
        let words = LazyWords(count: 16)
        let before = words.words
        #expect(before == nil)
        let memory = words.allocate()
        let after = words.words
        #expect(after == memory)
        #expect((0..<16).allSatisfy { memory[$0].load(ordering: .relaxed) == 0 })
        memory[3].store(7, ordering: .relaxed)
        let again = words.allocate()
        #expect(again == memory)
        #expect(again[3].load(ordering: .relaxed) == 7)
    }

    @Test("Threads that write first at the same time write to the same words")
    func concurrentAllocation() {
        for _ in 0..<200 {
            let words = Shared()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                words.words.allocate()[thread].add(1, ordering: .relaxed)
            }
            #expect((0..<4).allSatisfy { words.words.allocate()[$0].load(ordering: .relaxed) == 1 })
        }
    }

    private final class Shared: Sendable {
        let words = LazyWords(count: 4)
    }
}
