import FiresteelBase

/// The data of a run in a page: the objects of its JSON Lines, and one that describes its end.
///
/// `docs/report-format.md` describes it.
package struct RunData: Sendable {
    private let run: Run
    private let query: TimelineQuery?
    private let crash: CrashDetails?
    private let includesInputs: Bool

    /// - Parameters:
    ///   - run: The run.
    ///   - query: The performs that are included, or `nil` for all.
    ///   - crash: What the system wrote about its crash.
    ///   - includesInputs: Whether the inputs that are retained for replay are included.
    package init(
        _ run: Run, matching query: TimelineQuery?, crash: CrashDetails?, includesInputs: Bool = false
    ) {
        self.includesInputs = includesInputs
        self.run = run
        self.query = query
        self.crash = crash
    }

    /// Writes the objects.
    /// - Parameter sink: Receives JSON, and whether it is an entry, which can be omitted to save space.
    package func write(to sink: (_ json: String, _ isEntry: Bool) throws -> Void) rethrows {
        try TimelineJSONLinesExport(includesInputs: includesInputs).write(run, matching: query) { line in
            let isEntry = !Self.required.contains { line.hasPrefix("{\"kind\":\"\($0)\"") }
            try sink(line.hasSuffix("\n") ? String(line.dropLast()) : line, isEntry)
        }
        try sink(ending, false)
    }

    /// The kinds of objects that aren't entries of the timeline.
    private static let required = ["run", "in-flight", "completion-lost", "flag", "end"]

    private var ending: String {
        var json = JSONText()
        json.add("kind", "ending")
        var time = run.counts().lastTime
        switch run.end {
        case .orderly(let end): time = max(time, end)
        case .signal(let signal, let end):
            time = max(time, end)
            json.add("number", signal.rawValue)
            json.add("name", signal.name)
            json.add("words", signal.description)
        default: break
        }
        json.add("at", run.header.microseconds(of: time))
        json.add("started", run.header.started)
        json.add("message", crash?.message)
        if let backtrace = crash?.backtrace { json.add("backtrace", json: object(backtrace)) }
        return json.object
    }

    private func object(_ backtrace: Backtrace) -> String {
        var json = JSONText()
        json.add("reason", backtrace.reason)
        json.add("thread", backtrace.thread)
        json.add("cut", backtrace.isCut)
        let frames = backtrace.frames.map { frame in
            var json = JSONText()
            json.add("number", frame.number)
            json.add("symbol", frame.symbol)
            json.add("image", frame.image)
            json.add("file", frame.file)
            if let line = frame.line { json.add("line", line) }
            json.add("system", frame.isSystem)
            return json.object
        }
        json.add("frames", json: "[" + frames.joined(separator: ",") + "]")
        return json.object
    }
}
