import CBenchmarkSupport
import FiresteelFlags

/// Reads of flags in the fixed context: three providers, 100 declared flags.
enum FlagReads: BenchmarkGroup {
    static let name = "flag-reads"
    static let title = "Reads of a flag in the fixed context: three providers, 100 flags"

    static func measure() async throws -> [Measurement] {
        let program = try FlagProgram()
        let stack = program.stack
        let (lowest, overridden) = (program.lowest, program.overridden)
        let (number, short, long) = (program.number, program.short, program.long)
        return await Rounds().measure([
            Limits.atomicLoad, Limits.dictionary, Limits.mutex, SwiftConfiguration.bool,
            Subject("Bool, the lowest provider answers") { count in
                for _ in 0..<count { bench_keep(stack[lowest] ? 1 : 0) }
            },
            Subject("Bool, an override on top") { count in
                for _ in 0..<count { bench_keep(stack[overridden] ? 1 : 0) }
            },
            Subject("Int") { count in
                for _ in 0..<count { bench_keep(UInt64(truncatingIfNeeded: stack[number])) }
            },
            Subject("String of 10 bytes, copied") { count in
                for _ in 0..<count { bench_keep(UInt64(stack[short].utf8.count)) }
            },
            Subject("String of 60 bytes, copied") { count in
                for _ in 0..<count { bench_keep(UInt64(stack[long].utf8.count)) }
            },
            Subject("String of 60 bytes, borrowed") { count in
                for _ in 0..<count {
                    stack.withValue(of: long) { bench_keep(UInt64($0.utf8.count)) }
                }
            },
        ])
    }
}
