import Firesteel
import Logging

/// A part of a log: the lines at some places of those that match.
struct LinePage {
    /// A window: an offset, counted from the end if negative, and a maximum number.
    struct Window {
        var offset = 0
        var limit = 200

        /// Returns the places of the window among those from `first` up to `total`.
        func places(first: Int, total: Int) -> Range<Int> {
            let start = offset < 0 ? max(total + offset, first) : offset
            let lower = min(max(start, first), total)
            return lower..<max(lower, min(start + limit, total))
        }
    }

    /// The maximum number of lines copied while holding the store's lock.
    private static let chunk = 500

    /// Returns a part of this run's stored lines.
    static func make(of store: LogStore, _ filter: LineFilter, _ window: Window) -> PageData.Lines {
        make(of: store.range, filter, window) { store.lines(from: $0, limit: $1) }
    }

    /// Reads lines from a number on, at most a number of them, and returns the number of the first.
    typealias Reader = (_ first: UInt64, _ limit: Int) -> (first: UInt64, lines: [LogLine])

    /// Returns a part of the stored lines with some numbers, which are read piece by piece.
    static func make(
        of kept: Range<UInt64>, _ filter: LineFilter, _ window: Window, read: Reader
    ) -> PageData.Lines {
        if filter.isEmpty {
            let places = window.places(first: Int(kept.lowerBound), total: Int(kept.upperBound))
            var lines: [PageData.Line] = []
            forEach(UInt64(places.lowerBound)..<UInt64(places.upperBound), read) { line, number in
                lines.append(PageData.Line(line, number: number, hidden: 0))
            }
            return PageData.Lines(
                first: Int(kept.lowerBound), total: Int(kept.upperBound), hidden: 0, lines: lines)
        }
        var matches = Matches<LogLine>(window)
        forEach(kept, read) { line, number in matches.add(line, number: number, filter.judge(line)) }
        return matches.page { PageData.Line($0, number: $1, hidden: $2) }
    }

    /// Calls `body` with each line and its number.
    ///
    /// Lines that were overwritten meanwhile are skipped.
    private static func forEach(_ numbers: Range<UInt64>, _ read: Reader, _ body: (LogLine, Int) -> Void) {
        var next = numbers.lowerBound
        while next < numbers.upperBound {
            let (first, lines) = read(next, min(chunk, Int(numbers.upperBound - next)))
            for (index, line) in lines.enumerated() where first + UInt64(index) < numbers.upperBound {
                body(line, Int(first) + index)
            }
            next = max(first + UInt64(lines.count), next + 1)
        }
    }

    /// Returns the part of the lines of an earlier run.
    static func make(of lines: [PageData.Line], _ filter: LineFilter, _ window: Window) -> PageData.Lines {
        var matches = Matches<PageData.Line>(window)
        for line in lines { matches.add(line, number: line.n, filter.judge(line)) }
        return matches.page { line, _, hidden in
            var line = line
            line.hidden = hidden > 0 ? hidden : nil
            return line
        }
    }

    /// The matching lines, each with the number of lines before it that the focus excluded.
    private struct Matches<Line> {
        private struct Match {
            let line: Line
            let number: Int
            let hidden: Int
        }

        private let window: Window
        private var matches: [Match] = []
        private var hidden = 0
        private var hiddenSince = 0

        init(_ window: Window) { self.window = window }

        mutating func add(_ line: Line, number: Int, _ verdict: LineFilter.Verdict) {
            switch verdict {
            case .leftOut: break
            case .outOfFocus:
                hidden += 1
                hiddenSince += 1
            case .shown:
                matches.append(Match(line: line, number: number, hidden: hiddenSince))
                hiddenSince = 0
            }
        }

        func page(_ describe: (Line, Int, Int) -> PageData.Line) -> PageData.Lines {
            let places = window.places(first: 0, total: matches.count)
            return PageData.Lines(
                first: 0, total: matches.count, hidden: hidden,
                lines: matches[places].map { describe($0.line, $0.number, $0.hidden) })
        }
    }
}

extension PageData.Line {
    init(_ line: LogLine, number: Int, hidden: Int) {
        let action = line.context?.action
        self.init(
            n: number, at: line.time, level: line.level.rawValue, message: line.message, label: line.label,
            feature: line.context.map { PageData.Name(path: $0.feature.text, name: $0.featureName) },
            action: action.map { PageData.ActionName(identifier: $0.identifier, name: $0.name) },
            perform: action?.perform,
            session: action.map { PageData.SessionName(id: $0.session, name: $0.sessionName) },
            stack: action.flatMap { $0.stack == 0 ? nil : $0.stack },
            metadata: line.metadata.isEmpty ? nil : line.metadata, hidden: hidden > 0 ? hidden : nil)
    }
}
