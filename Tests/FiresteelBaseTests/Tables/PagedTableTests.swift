import Dispatch
import FiresteelBase
import Synchronization
import Testing

@Suite("Tables that grow by pages")
struct PagedTableTests {
    /// A number that threads share.
    private struct Counter: PagedTableElement, ~Copyable {
        static var pageBits: UInt32 { 3 }
        let value = Atomic(0)
    }

    @Test("An element is found once its page exists, always at the same address")
    func growth() throws {
        let table = PagedTable<Counter>(capacity: 20)
        defer { table.deallocate() }
        #expect(table.find(0) == nil)
        let element = try #require(table.findOrAllocate(9))
        #expect(element.pointee.value.load(ordering: .relaxed) == 0)
        element.pointee.value.store(7, ordering: .relaxed)
        #expect(table.find(9) == element)
        // Of the same page, and of others.
        #expect(table.find(8) == element - 1)
        #expect(table.find(15) == element + 6)
        #expect(table.find(7) == nil)
        #expect(table.find(16) == nil)
        _ = table.findOrAllocate(0)
        #expect(table.findOrAllocate(9) == element)
        #expect(element.pointee.value.load(ordering: .relaxed) == 7)
    }

    @Test("There is room for the capacity in whole pages, and not more")
    func capacity() {
        let table = PagedTable<Counter>(capacity: 20)
        defer { table.deallocate() }
        #expect(table.findOrAllocate(19) != nil)
        #expect(table.findOrAllocate(23) != nil)
        #expect(table.findOrAllocate(24) == nil)
        #expect(table.find(24) == nil)
        #expect(table.find(.max) == nil)
        #expect(table.findOrAllocate(.max) == nil)
    }

    @Test("The elements of allocated pages can be enumerated")
    func enumeration() {
        let table = PagedTable<Counter>(capacity: 64)
        defer { table.deallocate() }
        for index in [3, 40, 41] as [UInt32] { table.findOrAllocate(index)?.pointee.value.store(1, ordering: .relaxed) }
        var (count, sum) = (0, 0)
        table.forEach { element in
            count += 1
            sum += element.value.load(ordering: .relaxed)
        }
        #expect(count == 16)
        #expect(sum == 3)
    }

    @Test("Threads that use an index first at the same time get the same element")
    func concurrentGrowth() {
        let table = PagedTable<Counter>(capacity: 4_096)
        defer { table.deallocate() }
        let torn = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in 0..<4_096 as Range<UInt32> {
                // Two threads go upwards, and two downwards.
                let index = thread < 2 ? index : 4_095 - index
                table.findOrAllocate(index)?.pointee.value.add(1, ordering: .relaxed)
                let found = table.find(index)?.pointee.value.load(ordering: .relaxed)
                if found ?? 0 < 1 { torn.add(1, ordering: .relaxed) }
            }
        }
        #expect(torn.load(ordering: .relaxed) == 0)
        var counts: Set<Int> = []
        table.forEach { _ = counts.insert($0.value.load(ordering: .relaxed)) }
        #expect(counts == [4])
    }

    @Test("Every element is released with the table, and those of a lost race with the race")
    func release() {
        let table = PagedTable<Tracked>(capacity: 1_024)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for index in 0..<1_024 as Range<UInt32> { _ = table.findOrAllocate(index) }
        }
        #expect(Tracked.alive.load(ordering: .relaxed) == 1_024)
        table.deallocate()
        #expect(Tracked.alive.load(ordering: .relaxed) == 0)
    }

    /// An element that counts how many of its kind exist, for one test alone.
    private struct Tracked: PagedTableElement, ~Copyable {
        static let alive = Atomic(0)
        static var pageBits: UInt32 { 2 }
        init() { Self.alive.add(1, ordering: .relaxed) }
        deinit { Self.alive.subtract(1, ordering: .relaxed) }
    }
}
