/// The bytes of a line while it is written: in the given memory, or on the heap if that is full.
struct LineBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// Whether the memory is on the heap and this buffer's own.
    private var isOwned = false
    private(set) var count = 0

    /// Calls `body` with an empty buffer on the stack.
    ///
    /// Lines of up to a kilobyte allocate nothing.
    @inline(__always)
    static func with<Result>(_ body: (inout LineBuffer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { memory in
            var buffer = LineBuffer(writingTo: memory)
            return body(&buffer)
        }
    }

    /// - Parameter memory: The memory to write to, valid as long as this buffer. Not empty.
    private init(writingTo memory: UnsafeMutableRawBufferPointer) {
        // A buffer that isn't empty has an address.
        start = memory.baseAddress.unsafelyUnwrapped
        capacity = memory.count
    }

    deinit {
        if isOwned { start.deallocate() }
    }

    /// The written bytes, valid until the next write.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1).storeBytes(of: byte, as: UInt8.self)
        count += 1
    }

    /// Inlined, so that storing a few bytes needs no call.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length).copyMemory(from: text.utf8Start, byteCount: length)
        count += length
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count).copyMemory(from: first, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends a text unchanged.
    ///
    /// The name differs, so that a literal is never converted to a `String`.
    mutating func append(verbatim text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(decimal value: UInt64) {
        var digits = 1
        var rest = value / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        append(value, digits: digits)
    }

    /// Appends the last digits of a number.
    @inline(__always)
    mutating func append(_ value: UInt64, digits: Int) {
        let start = reserve(digits)
        var rest = value
        for offset in (0..<digits).reversed() {
            start.storeBytes(of: UInt8(ascii: "0") + UInt8(rest % 10), toByteOffset: offset, as: UInt8.self)
            rest /= 10
        }
        count += digits
    }

    /// Calls a closure with memory for a number of bytes, which returns how many it wrote.
    @inline(__always)
    mutating func append(atMost room: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
        let written = write(reserve(room))
        count += written
    }

    /// Returns memory with room for that many more bytes.
    @inline(__always)
    private mutating func reserve(_ more: Int) -> UnsafeMutableRawPointer {
        if capacity - count < more { grow(by: more) }
        return start + count
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
        memory.copyMemory(from: start, byteCount: count)
        if isOwned { start.deallocate() }
        start = memory
        capacity = larger
        isOwned = true
    }
}

extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var quote: UInt8 { UInt8(ascii: "\"") }
    static var newline: UInt8 { UInt8(ascii: "\n") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }
}
