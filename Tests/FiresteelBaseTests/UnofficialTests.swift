import FiresteelBase
import Testing

@Suite("Wrappers of unofficial features, and of the official replacements")
struct UnofficialTests {
    private final class Counter {
        var count = 0
    }

    private struct Pair: Equatable, Sendable {
        var number: Int
        var text: String
    }

    private struct Refusal: Error {}

    private static let pair = TaskLocal<Pair?>(wrappedValue: nil)

    @Test("An object is lent to a closure, which returns and throws")
    func borrowing() {
        let counter = Counter()
        let unowned = Unmanaged.passUnretained(counter)
        let count = unowned.withBorrowed { counter in
            counter.count += 1
            return counter.count
        }
        #expect(count == 1)
        #expect(counter.count == 1)
        #expect(throws: Refusal.self) {
            try unowned.withBorrowed { _ in throw Refusal() }
        }
        #expect(unowned.withBorrowed { $0 === counter })
    }

    @Test("Numbers are trivial, what counts references isn't")
    func trivialTypes() {
        #expect(isTrivial(Bool.self) && isTrivial(Int.self) && isTrivial(UInt8.self) && isTrivial(Double.self))
        #expect(!isTrivial(String.self) && !isTrivial([Int].self) && !isTrivial(Counter.self) && !isTrivial(Pair.self))
    }

    @Test("The pointer of a task local is nil without a value, and leads to the innermost one")
    func taskLocal() async {
        #expect(Self.pair.withCurrentPointer { $0 == nil })
        await Self.pair.withValue(Pair(number: 1, text: "A text that is longer than fifteen bytes")) {
            await Task.yield()
            #expect(Self.pair.withCurrentPointer { $0?.pointee } == Self.pair.get())
            Self.pair.withValue(Pair(number: 2, text: "inner")) {
                #expect(Self.pair.withCurrentPointer { $0?.pointee } == Pair(number: 2, text: "inner"))
            }
            Self.pair.withValue(nil) {
                #expect(Self.pair.withCurrentPointer { $0 == nil })
            }
            #expect(Self.pair.withCurrentPointer { $0?.pointee.number } == 1)
        }
        #expect(Self.pair.withCurrentPointer { $0 == nil })
    }
}
