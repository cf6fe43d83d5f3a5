import Foundation

/// Returns how many times longer an operation takes with four times its size, by the CPU time of the calling thread.
///
/// About 4 if the time is linear, 16 if it is quadratic. Each size is measured several times and counts by its fastest
/// run, so that other load on the machine matters little. It blocks the calling thread, and a suite that measures is
/// serialized: its tests would otherwise take the processors from all others.
package func costGrowth(from size: Int, runs: Int = 3, _ operation: (Int) throws -> Void) rethrows -> Double {
    func fastest(_ size: Int) throws -> Double {
        var fastest = Double.infinity
        for _ in 0..<runs {
            let start = threadSeconds()
            try operation(size)
            fastest = min(fastest, threadSeconds() - start)
        }
        return fastest
    }
    // Once before measuring: caches, lazy values.
    try operation(size)
    let (small, large) = (try fastest(size), try fastest(4 * size))
    return large / max(small, 1e-6)
}

/// Returns the CPU time of the calling thread, in seconds.
private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
