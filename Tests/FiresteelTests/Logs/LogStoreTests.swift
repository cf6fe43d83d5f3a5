import Firesteel
import Testing

@Suite("The newest lines in memory")
struct LogStoreTests {
    @Test("The oldest lines are removed, and numbers identify the others")
    func ring() {
        let store = LogStore(capacity: 3)
        for number in 0..<5 { store.add(.numbered(number)) }
        let (first, lines) = store.lines()
        #expect(first == 2)
        #expect(lines.map(\.message) == ["Line 2", "Line 3", "Line 4"])
        #expect(store.total == 5)
    }

    @Test("Lines are read on from where one stopped")
    func pages() {
        let store = LogStore(capacity: 4)
        for number in 0..<6 { store.add(.numbered(number)) }
        func page(_ first: UInt64, _ limit: Int = .max) -> [String] {
            let page = store.lines(from: first, limit: limit)
            return ["from \(page.first)"] + page.lines.map(\.message)
        }
        #expect(page(0, 2) == ["from 2", "Line 2", "Line 3"])
        #expect(page(4) == ["from 4", "Line 4", "Line 5"])
        #expect(page(6) == ["from 6"])
        #expect(page(100) == ["from 6"])
        #expect(page(3, -1) == ["from 3"])
    }

    @Test("After erasing nothing is left, and the numbers continue")
    func erase() {
        let store = LogStore(capacity: 3)
        for number in 0..<5 { store.add(.numbered(number)) }
        store.erase()
        #expect(store.lines().lines.isEmpty)
        store.add(.numbered(5))
        #expect(store.lines().first == 5)
        #expect(store.lines().lines.map(\.message) == ["Line 5"])
    }
}
