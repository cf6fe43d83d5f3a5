import FlyingSocks

/// A chunked response body that grows line by line until its stream ends.
struct LineStream: AsyncBufferedSequence {
    typealias Element = UInt8

    private let lines: AsyncStream<[UInt8]>

    init(_ lines: AsyncStream<[UInt8]>) { self.lines = lines }

    func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var lines: AsyncStream<[UInt8]>.Iterator
        var rest: ArraySlice<UInt8> = []

        mutating func next() async throws -> UInt8? {
            if rest.isEmpty { rest = (await lines.next(isolation: #isolation) ?? [])[...] }
            return rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
            if rest.isEmpty {
                guard let line = await lines.next(isolation: #isolation) else { return nil }
                rest = line[...]
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
