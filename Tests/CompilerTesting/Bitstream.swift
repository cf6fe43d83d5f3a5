/// Reads LLVM's bitstreams, as far as serialized diagnostics need it.
///
/// A stream consists of bits, lowest first, that are numbers of fixed or variable width. The format is that of
/// <https://llvm.org/docs/BitCodeFormat.html>.
struct Bitstream {
    struct Block {
        let kind: Int
        var records: [Record] = []
        var blocks: [Block] = []
    }

    struct Record {
        let kind: Int
        let fields: [Int]
        /// The bytes at its end, if it has such.
        var text = ""
    }

    struct ReadError: Error, CustomStringConvertible {
        let description = "The compiler's report isn't a bitstream as clang documents it."
    }

    /// The encoding of one field of a record.
    private enum Field {
        case literal(Int)
        case fixed(Int)
        case variable(Int)
        case array
        case bytes
    }

    private let bytes: [UInt8]
    /// The next bit.
    private var position = 0
    /// The layouts of records in the blocks of each kind.
    private var layouts: [Int: [[Field]]] = [:]

    /// The outermost blocks of a stream, behind its first four bytes.
    static func blocks(in bytes: some Sequence<UInt8>) throws -> [Block] {
        var stream = Bitstream(bytes: Array(bytes))
        return try stream.block(kind: -1, width: 2).blocks
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The contents of a block up to its end, or that of the stream.
    ///
    /// - Parameter width: How many bits say what comes next.
    private mutating func block(kind: Int, width: Int) throws -> Block {
        var block = Block(kind: kind)
        var layouts = layouts[kind] ?? []
        // The block 0 says how records of other kinds of blocks are written.
        var described: Int?
        while position < bytes.count * 8 {
            switch try fixed(width) {
            case 0:
                align()
                return block
            case 1:
                let inner = try variable(8)
                let innerWidth = try variable(4)
                align()
                _ = try fixed(32)
                block.blocks.append(try self.block(kind: inner, width: innerWidth))
            case 2:
                let layout = try layout()
                if kind == 0, let described {
                    self.layouts[described, default: []].append(layout)
                } else {
                    layouts.append(layout)
                }
            case 3:
                let record = try unabbreviatedRecord()
                if kind == 0, record.kind == 1 { described = record.fields.first }
                block.records.append(record)
            case let number:
                guard layouts.indices.contains(number - 4) else { throw ReadError() }
                block.records.append(try record(layouts[number - 4]))
            }
        }
        return block
    }

    private mutating func layout() throws -> [Field] {
        try (0..<variable(5)).map { _ in
            if try fixed(1) == 1 { return .literal(try variable(8)) }
            switch try fixed(3) {
            case 1: return .fixed(try variable(5))
            case 2: return .variable(try variable(5))
            case 3: return .array
            case 5: return .bytes
            default: throw ReadError()
            }
        }
    }

    private mutating func unabbreviatedRecord() throws -> Record {
        let kind = try variable(6)
        return Record(kind: kind, fields: try (0..<variable(6)).map { _ in try variable(6) })
    }

    private mutating func record(_ layout: [Field]) throws -> Record {
        var values: [Int] = []
        var text = ""
        var fields = layout[...]
        while let field = fields.popFirst() {
            switch field {
            case .array:
                guard let element = fields.popFirst() else { throw ReadError() }
                for _ in 0..<(try variable(6)) { values.append(try number(element)) }
            case .bytes:
                let count = try variable(6)
                align()
                let start = position / 8
                guard start + count <= bytes.count else { throw ReadError() }
                text = String(decoding: bytes[start..<(start + count)], as: UTF8.self)
                position += count * 8
                align()
            case .literal, .fixed, .variable:
                values.append(try number(field))
            }
        }
        guard let kind = values.first else { throw ReadError() }
        return Record(kind: kind, fields: Array(values.dropFirst()), text: text)
    }

    private mutating func number(_ field: Field) throws -> Int {
        switch field {
        case .literal(let value): value
        case .fixed(let width): try fixed(width)
        case .variable(let width): try variable(width)
        case .array, .bytes: throw ReadError()
        }
    }

    private mutating func fixed(_ width: Int) throws -> Int {
        guard width <= 32, position + width <= bytes.count * 8 else { throw ReadError() }
        var value = 0
        for bit in 0..<width {
            value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
            position += 1
        }
        return value
    }

    /// A number in parts of one width, the highest bit of each saying whether there is another.
    private mutating func variable(_ width: Int) throws -> Int {
        guard width > 1 else { throw ReadError() }
        let more = 1 << (width - 1)
        var value = 0
        var shift = 0
        while true {
            let part = try fixed(width)
            guard shift < 32 else { throw ReadError() }
            value |= (part & (more - 1)) << shift
            if part & more == 0 { return value }
            shift += width - 1
        }
    }

    /// Goes on to the next 32 bits.
    private mutating func align() { position = (position + 31) / 32 * 32 }
}
