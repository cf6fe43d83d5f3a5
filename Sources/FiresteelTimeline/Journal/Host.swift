internal import CFiresteelTimeline

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The machine and the process that this code runs in.
enum Host {
    /// The system and the processor, such as `Linux 6.1.0, x86_64`.
    static var description: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return "\(text(names.sysname)) \(text(names.release)), \(text(names.machine))"
    }

    static var process: Int32 { getpid() }

    /// Sixteen bytes that change with each start of the machine, or zeros if unknown.
    static var boot: [UInt8] {
        #if os(Linux) || os(Android)
        let words = readText("/proc/sys/kernel/random/boot_id")
        #elseif canImport(Darwin)
        var length = 64
        var buffer = [UInt8](repeating: 0, count: length)
        let found = sysctlbyname("kern.bootsessionuuid", &buffer, &length, nil, 0) == 0
        let words = found ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : nil
        #else
        let words: String? = nil
        #endif
        let digits = (words ?? "").compactMap { $0.hexDigitValue.map(UInt8.init) }
        guard digits.count == 32 else { return [UInt8](repeating: 0, count: 16) }
        return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Returns the start time of a process, in a unit of the system, or 0 if unknown.
    static func start(ofProcess process: Int32) -> UInt64 {
        #if os(Linux) || os(Android)
        // The program's name appears in parentheses and may contain any character; the start time is the 20th field
        // after it.
        guard let words = readText("/proc/\(process)/stat"), let end = words.lastIndex(of: ")") else { return 0 }
        let fields = words[words.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) ?? 0 : 0
        #elseif canImport(Darwin)
        var information = proc_bsdinfo()
        let size = Int32(MemoryLayout<proc_bsdinfo>.size)
        guard proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &information, size) == size else { return 0 }
        return information.pbi_start_tvsec &* 1_000_000 &+ information.pbi_start_tvusec
        #else
        return 0
        #endif
    }

    private static func readText(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    private static func text<Value>(_ characters: Value) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
