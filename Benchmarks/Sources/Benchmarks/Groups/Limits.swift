import CBenchmarkSupport
import Foundation
import Logging
import Synchronization

/// The time of bare operations on this machine.
enum Limits: BenchmarkGroup {
    static let name = "limits"
    static let title = "Limits: what this machine takes for bare operations"

    static func measure() async throws -> [Measurement] {
        try await Allocations.check()
        let folder = try TemporaryFolder()
        let file = try LimitFile(in: folder)
        let measurements = await Rounds().measure([
            directCall, concurrentCall, witnessCall, atomicLoad, atomicAdd, taskLocalRead, withValueSync, withValue,
            mutex, clock,
            coarseClock, dictionary, checksum, checksumByTable, checksumByTables, immediateTask, immediateTaskCapturing,
            immediateTaskAwaited, span, newCounter, keptTimer, disabledDebug, uuid, encoding, stream, file.write,
            file.copyToMapping,
        ])
        try folder.remove()
        return measurements
    }

    /// The cost of an empty action without Firesteel.
    static let directCall = Subject("direct call of the same closure, async") { count in
        for _ in 0..<count { bench_keep(await doNothing() ? 1 : 0) }
    }

    static let withValue = Subject("TaskLocal.withValue, async") { count in
        for number in 0..<count {
            await Local.$number.withValue(number) { bench_keep(await doNothing() ? 1 : 0) }
        }
    }

    static let withValueSync = Subject("TaskLocal.withValue") { count in
        for number in 0..<count {
            Local.$number.withValue(number) { bench_keep(1) }
        }
    }

    static let taskLocalRead = Subject("task-local read") { count in
        Local.$number.withValue(1) {
            for _ in 0..<count { bench_keep(UInt64(Local.number)) }
        }
    }

    static let atomicLoad = Subject("atomic load") { count in loadAtomic(count) }

    nonisolated static func loadAtomic(_ count: Int) {
        for _ in 0..<count { bench_keep(UInt64(Shared.atomic.load(ordering: .acquiring))) }
    }

    static let atomicAdd = Subject("atomic addition") { count in
        for _ in 0..<count { bench_keep(UInt64(Shared.atomic.wrappingAdd(1, ordering: .relaxed).newValue)) }
    }

    static let mutex = Subject("uncontended Mutex") { count in
        for _ in 0..<count { Shared.mutex.withLock { $0 &+= 1 } }
    }

    static let clock = Subject("clock read") { count in
        for _ in 0..<count { bench_keep(bench_now()) }
    }

    static let coarseClock = Subject("coarse clock read") { count in
        for _ in 0..<count { bench_keep(bench_coarse_now()) }
    }

    static let dictionary = Subject("dictionary look-up, String key") { count in
        for number in 0..<count {
            bench_keep(UInt64(Shared.table[Shared.keys[number & 63]] ?? 0))
        }
    }

    static let checksum = checksum("CRC-32C of 124 bytes", bench_crc32c)
    static let checksumByTable = checksum("CRC-32C of 124 bytes, by one table", bench_crc32c_by_table)
    static let checksumByTables = checksum("CRC-32C of 124 bytes, by eight tables", bench_crc32c_by_tables)

    private static func checksum(
        _ name: String, _ compute: @escaping @convention(c) (UnsafeRawPointer?, Int) -> UInt32
    ) -> Subject {
        Subject(name) { count in
            withUnsafeTemporaryAllocation(byteCount: 124, alignment: 8) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 7)
                for _ in 0..<count { bench_keep(UInt64(compute(bytes.baseAddress, bytes.count))) }
            }
        }
    }

    static let immediateTask = Subject("Task.immediate") { count in startTasks(count) }

    static let immediateTaskCapturing = Subject("Task.immediate of a closure that captures") { count in
        startTasks(count, Captured(first: Shared.keys, second: Shared.keys))
    }

    static let immediateTaskAwaited = Subject("Task.immediate, awaited") { count in
        for _ in 0..<count { bench_keep(await Task.immediate { @MainActor in await doNothing() }.value ? 1 : 0) }
    }

    static let disabledDebug = Subject("disabled logger.debug") { count in
        let logger = Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() }
        for number in 0..<count { logger.debug("Line \(number)") }
    }

    static let encoding = Subject("JSON encoding of four fields") { count in
        let encoder = JSONEncoder()
        for number in 0..<count {
            let bytes = try? encoder.encode(FourFields(name: "Q4 plan.md", size: number, isOpen: true, ratio: 0.5))
            bench_keep(UInt64(bytes?.count ?? 0))
        }
    }

    /// Starts tasks as synchronous code does, without awaiting them.
    private static func startTasks(_ count: Int) {
        for _ in 0..<count {
            Task.immediate { @MainActor in bench_keep(await doNothing() ? 1 : 0) }
        }
    }

    /// Starts tasks of a closure that captures as much as a session and the cause of a perform.
    private static func startTasks(_ count: Int, _ captured: Captured) {
        for _ in 0..<count {
            Task.immediate { @MainActor in
                bench_keep(await doNothing() ? UInt64(captured.first.count + captured.second.count) : 0)
            }
        }
    }

    private struct Captured {
        let first: [String]
        let second: [String]
    }

    private struct FourFields: Encodable {
        let name: String
        let size: Int
        let isOpen: Bool
        let ratio: Double
    }

    private enum Shared {
        static let atomic = Atomic<Int>(1)
        static let mutex = Mutex(0)
        static let keys = (0..<64).map { "Documents/Document \($0).md" }
        static let table = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    }
}

private enum Local {
    @TaskLocal static var number = 0
}

/// The body of the measured action as a function.
@inline(never)
func doNothing() async -> Bool {
    bench_keep(1)
    return true
}
