import FiresteelTimeline

/// A run as the files and the part of a section.
struct TimelineFiles {
    let run: Run
    /// The included performs, or `nil` for all.
    let performs: Set<UInt64>?
    /// The system's report of its crash.
    var crash: CrashDetails?

    private var query: TimelineQuery? {
        performs.map {
            var query = TimelineQuery()
            query.performs = $0
            return query
        }
    }

    /// The timeline as JSON Lines and as text.
    var files: [ReportFile] {
        // The first piece of both identifies the run.
        [
            file("timeline.jsonl", TimelineJSONLinesExport()) { _, index in index > 0 },
            file("timeline.txt", TimelineTextExport()) { _, index in index > 0 },
        ]
    }

    /// The run on the page.
    var part: ReportPart { ReportPart(form: .run(RunData(run, matching: query, crash: crash))).onPageOnly }

    private func file(
        _ name: String, _ export: some TimelineExport, isEntry: @escaping @Sendable (String, Int) -> Bool
    ) -> ReportFile {
        ReportFile(name, excess: .dropOldest(isEntry: isEntry), isOfRun: true) { [run, query] sink in
            try export.write(run, matching: query, to: sink)
        }
    }
}

extension Run {
    /// Returns the performs that a user started, with all that they performed in turn.
    func userInitiated() -> Set<UInt64> {
        var parents: [UInt64: UInt64] = [:]
        var wanted: Set<UInt64> = []
        forEachPerform { perform in
            parents[perform.id] = perform.parent
            if perform.isUserInitiated { wanted.insert(perform.id) }
            // Its begin may be overwritten if those of its causes are.
            return true
        }
        var isWanted: [UInt64: Bool] = [0: false]
        for perform in parents.keys {
            var way: [UInt64] = []
            var next = perform
            // A cause always has a smaller number, so this terminates.
            while isWanted[next] == nil, !wanted.contains(next), let parent = parents[next], parent < next {
                way.append(next)
                next = parent
            }
            let result = isWanted[next] ?? wanted.contains(next)
            for passed in way { isWanted[passed] = result }
            isWanted[next] = result
        }
        return Set(parents.keys.filter { isWanted[$0] == true })
    }
}
