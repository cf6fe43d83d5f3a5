import CBenchmarkSupport
import FiresteelFlags

/// Contention between readers, and between readers and a writer.
enum FlagReaders: BenchmarkGroup {
    static let name = "flag-readers"
    static let title = "Time per read by several threads together, divided by their number"

    static func measure() async throws -> [Measurement] {
        let program = try FlagProgram()
        var subjects: [Subject] = []
        for readers in [1, 2, 4, 8] {
            subjects.append(subject("\(readers) loading an atomic", readers) { Limits.loadAtomic($0) })
            subjects.append(subject("\(readers) reading a Bool", readers) { readBool(program, $0) })
            subjects.append(
                subject("\(readers) reading a Bool that changes", readers, changing: program) { readBool(program, $0) })
        }
        for readers in [1, 2] {
            subjects.append(subject("\(readers) borrowing a String of 60 bytes", readers) { borrow(program, $0) })
            subjects.append(subject("\(readers) copying a String of 60 bytes", readers) { copy(program, $0) })
        }
        return await Rounds(count: 11, nanoseconds: 20_000_000, counted: 0).measure(subjects)
    }

    private static func subject(
        _ name: String, _ readers: Int, changing program: FlagProgram? = nil,
        _ read: @escaping @Sendable (Int) -> Void
    ) -> Subject {
        Subject(name, share: 1 / Double(readers)) { count in
            await together(readers, count, changing: program, read)
        }
    }

    /// Runs the readers together; if the value changes, with one more thread that sets it until the last reader has
    /// ended.
    @concurrent
    private nonisolated static func together(
        _ readers: Int, _ count: Int, changing program: FlagProgram?, _ read: @escaping @Sendable (Int) -> Void
    ) async {
        let reading = Countdown(readers)
        var bodies = [@Sendable () -> Void](
            repeating: {
                read(count)
                reading.end()
            }, count: readers)
        if let program { bodies.insert({ write(program, until: reading) }, at: 0) }
        await Threads.run(bodies)
    }

    /// Sets the value once per ten thousand reads of this thread, which the readers do in the same time.
    private nonisolated static func write(_ program: FlagProgram, until reading: Countdown) {
        var value = false
        while !reading.isOver {
            value.toggle()
            program.base.set(.bool(value), for: program.lowest.key)
            readBool(program, 10_000)
        }
    }

    private nonisolated static func readBool(_ program: FlagProgram, _ count: Int) {
        let (stack, flag) = (program.stack, program.lowest)
        for _ in 0..<count { bench_keep(stack[flag] ? 1 : 0) }
    }

    private nonisolated static func borrow(_ program: FlagProgram, _ count: Int) {
        let (stack, flag) = (program.stack, program.long)
        for _ in 0..<count { stack.withValue(of: flag) { bench_keep(UInt64($0.utf8.count)) } }
    }

    private nonisolated static func copy(_ program: FlagProgram, _ count: Int) {
        let (stack, flag) = (program.stack, program.long)
        for _ in 0..<count { bench_keep(UInt64(stack[flag].utf8.count)) }
    }
}
