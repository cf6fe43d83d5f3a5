import CBenchmarkSupport
import FiresteelTimeline

/// Reads of a run with a full ring.
enum JournalReading: BenchmarkGroup {
    static let name = "reading"
    static let title = "Reading back a full journal, every record checked"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        let small = try record(megabytes: 8, in: folder.path + "/small")
        let large = try record(megabytes: 64, in: folder.path + "/large")
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 7)
        let rounds = Rounds(count: 9, nanoseconds: 1, counted: 0)
        var measurements = await rounds.measure([
            Subject("CRC-32C of 64 MiB") { count in
                for _ in 0..<count { bench_keep(UInt64(bench_crc32c(bytes.baseAddress, bytes.count))) }
            },
            Subject("reading 64 MiB") { count in
                for _ in 0..<count { bench_keep(UInt64(events(in: large))) }
            },
        ])
        bytes.deallocate()
        measurements.append(.figure("events read", Double(events(in: large)), ""))
        measurements.append(.figure("most memory used, reading 8 MiB", peak(of: small), "bytes"))
        measurements.append(.figure("most memory used, reading 64 MiB", peak(of: large), "bytes"))
        try folder.remove()
        return measurements
    }

    /// Records more than the ring's capacity, and ends the run.
    private static func record(megabytes: Int, in folder: String) throws -> Run {
        let path: String
        do {
            let timeline = Timeline(
                .init(
                    program: ProgramDescription(name: "Benchmarks"), storage: .folder(folder),
                    runSize: megabytes << 20))
            guard case .file(let file) = timeline.recording else { throw JournalAppends.NotInFileError() }
            path = file
            let work = JournalWork(timeline)
            for _ in 0..<(megabytes << 20) / 128 { work.beginAndComplete() }
            timeline.end()
        }
        return try Run(path: path)
    }

    private static func events(in run: Run) -> Int {
        var count = 0
        run.forEachEvent { _ in
            count += 1
            return true
        }
        return count
    }

    /// Measures the maximum additional heap memory while reading, in bytes.
    private static func peak(of run: Run) -> Double {
        guard bench_counts_allocations() else { return .nan }
        bench_start_counting()
        bench_keep(UInt64(events(in: run)))
        bench_stop_counting()
        return Double(bench_peak_bytes())
    }
}
