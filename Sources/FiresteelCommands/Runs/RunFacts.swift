import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

/// What lists and reports say about a run.
struct RunFacts {
    let header: RunHeader
    let end: RunEnd
    let counts: RunCounts
    let path: String

    init(_ run: Run, path: String) {
        header = run.header
        // Before it is counted: of a run that ends meanwhile nothing is missing then.
        end = run.end
        counts = run.counts()
        self.path = path
    }

    /// How long it lasted as far as it is known, in nanoseconds.
    var lasted: UInt64 {
        counts.lastTime > header.startMonotonic ? counts.lastTime - header.startMonotonic : 0
    }

    /// How it ended, in a word or two.
    var ending: String {
        switch end {
        case .running: "running"
        case .orderly: "in good order"
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

    /// As JSON.
    var members: [String: FlagValue] {
        var members: [String: FlagValue] = [
            "run": .string(header.identifier), "path": .string(path), "program": .string(header.program.name),
            "version": .string(header.program.version), "build": .string(header.program.build),
            "host": .string(header.host), "process": .int(Int(header.process)),
            "time": .string(CivilTime(microseconds: header.started).rfc3339), "at": .int(Int(header.started)),
            "end": .string(end.identifier), "crash": .bool(end.isCrash), "lasted": .int(Int(clamping: lasted / 1_000)),
            "performs": .int(counts.performs), "failures": .int(counts.failures),
            "in-flight": .int(counts.inFlight.count), "log-lines": .int(counts.logLines),
            "lost": .int(Int(clamping: counts.condition.lost)), "torn": .int(counts.condition.torn),
        ]
        if case .signal(let signal, _) = end { members["signal"] = .string(signal.name) }
        return members
    }
}

extension RunHeader {
    /// A reading of the clock as people read it, `2026-11-21 09:27:12`, in UTC.
    func words(of time: UInt64) -> String { MomentText.of(microseconds(of: time)) }
}

/// Moments as people read them.
enum MomentText {
    /// `2026-11-21 09:27:12`, in UTC.
    static func of(_ microseconds: Int64) -> String {
        String(CivilTime(microseconds: microseconds).rfc3339.prefix { $0 != "." }).replacing("T", with: " ")
    }
}
