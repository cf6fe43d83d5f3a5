import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

/// The properties of a run for lists and reports.
struct RunFacts {
    let header: RunHeader
    let end: RunEnd
    let counts: RunCounts
    let path: String

    init(_ run: Run, path: String) {
        header = run.header
        // Read before counting, so that the counts of a run that ends meanwhile are complete.
        end = run.end
        counts = run.counts()
        self.path = path
    }

    /// The known duration in nanoseconds.
    var lasted: UInt64 {
        counts.lastTime > header.startMonotonic ? counts.lastTime - header.startMonotonic : 0
    }

    /// The outcome, in a word or two.
    var ending: String {
        switch end {
        case .running: "running"
        case .orderly: "orderly"
        case .signal(let signal, _): signal.name
        case .endedWithoutCause: "died"
        case .machineRestarted: "machine restarted"
        }
    }

    /// The program with its version and build.
    var program: String {
        let version = header.program.version.isEmpty ? "" : " \(header.program.version)"
        let build = header.program.build.isEmpty ? "" : " (\(header.program.build))"
        return header.program.name + version + build
    }

    /// The properties as JSON.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "run": .string(header.identifier), "path": .string(path), "program": .string(header.program.name),
            "version": .string(header.program.version), "build": .string(header.program.build),
            "host": .string(header.host), "process": .int(Int(header.process)),
            "time": .string(CivilTime(microseconds: header.started).rfc3339), "at": .int(Int(header.started)),
            "end": .string(end.identifier), "crash": .bool(end.isCrash), "lasted": .int(Int(clamping: lasted / 1_000)),
            "performs": .int(counts.performs), "failures": .int(counts.failures),
            "in-flight": .int(counts.inFlight.count), "log-lines": .int(counts.logLines),
            "lost": .int(Int(clamping: counts.condition.lost)), "torn": .int(counts.condition.torn),
            "damaged": .int(counts.condition.damaged), "damaged-names": .int(counts.damagedNames),
        ]
        if case .signal(let signal, _) = end { members["signal"] = .string(signal.name) }
        return members
    }
}

extension RunHeader {
    /// Returns a reading of the clock as text, `2026-11-21 09:27:12`, in UTC.
    func words(of time: UInt64) -> String { MomentText.of(microseconds(of: time)) }
}

/// Formats times as text.
enum MomentText {
    /// Returns a time such as `2026-11-21 09:27:12`, in UTC.
    static func of(_ microseconds: Int64) -> String {
        String(CivilTime(microseconds: microseconds).rfc3339.prefix { $0 != "." }).replacing("T", with: " ")
    }
}
