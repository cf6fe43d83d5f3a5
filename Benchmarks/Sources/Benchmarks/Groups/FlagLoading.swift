import CBenchmarkSupport
import FiresteelFlags
import Foundation

/// Loads and stores 5,000 flags, compared to parsing the same JSON with Foundation, and changes one of them.
enum FlagLoading: BenchmarkGroup {
    static let name = "flag-loading"
    static let title = "5,000 flags, 5 MB"

    static func measure() async throws -> [Measurement] {
        let bytes = Array(Self.file(count: 5_000).utf8)
        let data = Data(bytes)
        let definitions = try FlagDefinitions(json: bytes)
        var measurements = await Rounds(count: 11, nanoseconds: 1, counted: 0).measure([
            Subject("JSONSerialization") { count in
                for _ in 0..<count {
                    let read = try? JSONSerialization.jsonObject(with: data)
                    bench_keep(read == nil ? 0 : 1)
                }
            },
            Subject("reading and compiling the definitions") { count in
                for _ in 0..<count { bench_keep(UInt64((try? FlagDefinitions(json: bytes))?.keys.count ?? 0)) }
            },
        ])
        measurements += try await changes(definitions)
        measurements.append(.figure("bytes of the file", Double(bytes.count), "bytes"))
        return try measurements + memory(of: data)
    }

    /// Measures the memory of the JSON parsed by Foundation, of the definitions, and of a stack that declares all of
    /// them.
    private static func memory(of data: Data) throws -> [Measurement] {
        guard bench_counts_allocations() else {
            return [memoryOfJSON, memoryOfDefinitions, memoryOfStack].map { .figure($0, .nan, "bytes") }
        }
        let bytes = Array(data)
        bench_start_counting()
        let json = try JSONSerialization.jsonObject(with: data)
        let afterJSON = bench_live_bytes()
        let definitions = try FlagDefinitions(json: bytes)
        let afterDefinitions = bench_live_bytes()
        let stack = try Self.stack(of: definitions, count: 5_000)
        let afterStack = bench_live_bytes()
        bench_stop_counting()
        withExtendedLifetime((json, definitions, stack)) {}
        return [
            .figure(memoryOfJSON, Double(afterJSON), "bytes"),
            .figure(memoryOfDefinitions, Double(afterDefinitions - afterJSON), "bytes"),
            .figure(memoryOfStack, Double(afterStack - afterDefinitions), "bytes"),
        ]
    }

    private static let memoryOfJSON = "memory of what JSONSerialization reads"
    private static let memoryOfDefinitions = "memory of the definitions"
    private static let memoryOfStack = "memory of a stack that declares them"

    /// Measures the change of one flag among 50 and among 5,000.
    private static func changes(_ definitions: FlagDefinitions) async throws -> [Measurement] {
        let subjects = try [(50, "50"), (5_000, "5,000")].map { count, words in
            let stack = try Self.stack(of: definitions, count: count)
            let key = definitions.keys.sorted()[count / 2]
            return Subject("a change of one flag among \(words)") { count in
                for number in 0..<count {
                    // An override in memory can't fail.
                    try? stack.overrides?.set(number.isMultiple(of: 2) ? "on" : "half", for: key)
                }
            }
        }
        return await Rounds(counted: 0).measure(subjects)
    }

    private static func stack(of definitions: FlagDefinitions, count: Int) throws -> FlagStack {
        let stack = FlagStack([DefinitionsProvider(definitions)], overrides: MemoryProvider("Overrides"))
        try stack.declare(definitions.keys.sorted().prefix(count).map { Flag($0, default: "off").declaration })
        return stack
    }

    private static func file(count: Int) -> String {
        let words = String(repeating: "A sentence about what the flag decides, for whom, and since when. ", count: 8)
        let flags = (0..<count).map { number in
            """
            "area\(number / 50).flag\(number)": {"state": "ENABLED", "variants": {"on": "on", "off": "off", "half": "half"},
              "defaultVariant": "off", "metadata": {"description": "\(words)", "owner": "team \(number % 9)"},
              "targeting": {"if": [{"and": [{"==": [{"var": "plan"}, "premium"]}, {"sem_ver": [{"var": "version"}, ">=",
              "2.\(number % 10).0"]}, {"ends_with": [{"var": "email"}, "@example.org"]}]}, "on",
              {"fractional": [["on", \(number % 100)], ["off", \(100 - number % 100)]]}]}}
            """
        }
        return "{\"flags\": {\(flags.joined(separator: ",\n"))}}"
    }
}
