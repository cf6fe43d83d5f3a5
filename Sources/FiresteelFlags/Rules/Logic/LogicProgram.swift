/// Compiled rules, shared by the flags of a file.
///
/// `@unchecked Sendable`: the tables are filled before the initializer returns and never written afterwards, all their
/// contents are `Sendable`, and they are released with the last reference to the program.
final class LogicProgram: @unchecked Sendable {
    let tables: UnsafePointer<LogicTables>

    init(_ code: LogicCode) {
        let tables = UnsafeMutablePointer<LogicTables>.allocate(capacity: 1)
        tables.initialize(to: LogicTables(code))
        self.tables = UnsafePointer(tables)
    }

    deinit {
        tables.pointee.deallocate()
        tables.deallocate()
    }
}

/// The tables of compiled rules, optimized for reading.
///
/// Not arrays: reading an element of an array that belongs to an object retains and releases the array, which costs
/// more than the rest of a rule's step. They are valid as long as their program.
struct LogicTables {
    let nodes: UnsafeBufferPointer<LogicNode>
    let operands: UnsafeBufferPointer<UInt32>
    let constants: UnsafeBufferPointer<JSONValue>
    let variables: UnsafeBufferPointer<LogicVariable>
    let shares: UnsafeBufferPointer<LogicShares>
    let ends: UnsafeBufferPointer<Int64>
    let names: UnsafeBufferPointer<UInt32>
    let members: UnsafeBufferPointer<LogicMembers>
    let texts: UnsafeBufferPointer<String>
    let conditions: UnsafeBufferPointer<VersionCondition>
    let references: UnsafeBufferPointer<LogicReference>
    let fractions: UnsafeBufferPointer<LogicFraction>

    fileprivate init(_ code: LogicCode) {
        nodes = Self.table(code.nodes)
        operands = Self.table(code.operands)
        constants = Self.table(code.constants)
        variables = Self.table(code.variables)
        shares = Self.table(code.shares)
        ends = Self.table(code.ends)
        names = Self.table(code.names)
        members = Self.table(code.members)
        texts = Self.table(code.texts)
        conditions = Self.table(code.conditions)
        references = Self.table(code.references)
        fractions = Self.table(code.fractions)
    }

    fileprivate func deallocate() {
        Self.deallocate(nodes)
        Self.deallocate(operands)
        Self.deallocate(constants)
        Self.deallocate(variables)
        Self.deallocate(shares)
        Self.deallocate(ends)
        Self.deallocate(names)
        Self.deallocate(members)
        Self.deallocate(texts)
        Self.deallocate(conditions)
        Self.deallocate(references)
        Self.deallocate(fractions)
    }

    private static func table<Element>(_ elements: ContiguousArray<Element>) -> UnsafeBufferPointer<Element> {
        let table = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = table.initialize(fromContentsOf: elements)
        return UnsafeBufferPointer(table)
    }

    private static func deallocate<Element>(_ table: UnsafeBufferPointer<Element>) {
        let table = UnsafeMutableBufferPointer(mutating: table)
        table.deinitialize()
        table.deallocate()
    }

    /// Returns the index of a node's operand.
    @inline(__always)
    func operand(_ node: LogicNode, _ index: Int) -> Int { Int(operands[Int(node.first) + index]) }
}
