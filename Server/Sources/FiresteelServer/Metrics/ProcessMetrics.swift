import Foundation

/// The memory, files and time of the process, under the names that Prometheus's libraries use.
enum ProcessMetrics {
    private static let start = Date().timeIntervalSince1970

    /// Adds the metrics to a registry.
    static func add(to registry: MetricRegistry) {
        _ = start
        registry.collect { text in
            text.single(
                "process_start_time_seconds", .gauge, "The start of the process, in seconds since 1970.", start)
            var usage = rusage()
            let isKnown = getrusage(FileLimit.thisProcess, &usage) == 0
            if isKnown {
                text.single(
                    "process_cpu_seconds_total", .counter, "The processor time of the process.",
                    seconds(usage.ru_utime) + seconds(usage.ru_stime))
            }
            var files = rlimit()
            if FileLimit.read(&files) {
                text.single(
                    "process_max_fds", .gauge, "The limit of open file descriptors.", Double(files.rlim_cur))
            }
            #if os(Linux)
            linux(&text)
            #endif
        }
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    #if os(Linux)
    /// Adds what Linux reports in `/proc`.
    private static func linux(_ text: inout PrometheusText) {
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            text.single("process_open_fds", .gauge, "Open file descriptors.", Double(open))
        }
        guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return }
        let pages = line.split(separator: " ").prefix(2).compactMap { Double($0) }
        guard pages.count == 2 else { return }
        let size = Double(sysconf(Int32(_SC_PAGESIZE)))
        text.single("process_virtual_memory_bytes", .gauge, "Virtual memory.", pages[0] * size)
        text.single("process_resident_memory_bytes", .gauge, "Resident memory.", pages[1] * size)
    }
    #endif
}
