import FiresteelHTTPServer

/// A chunked response body that grows line by line until its stream ends.
struct LineStream: HTTPBodyStream {
    private let lines: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ lines: AsyncStream<[UInt8]>, _ continuation: AsyncStream<[UInt8]>.Continuation) {
        self.lines = lines
        self.continuation = continuation
    }

    func next() async -> [UInt8]? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    func close() { continuation.finish() }
}
