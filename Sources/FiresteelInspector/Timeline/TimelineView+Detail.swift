import Firesteel
import FiresteelTimeline

extension TimelineView {
    /// The maximum numbers of performs in a chain, and of performs and changes during a perform.
    private static let chainLimit = 64
    private static let childLimit = 200

    /// Returns a perform with its context, or `nil` if it is no longer available.
    /// - Parameters:
    ///   - log: Returns the lines in memory that belong to a perform of this run.
    ///   - readings: Returns the flags that a perform of this run has read, as far as they are in memory.
    func detail(
        _ id: UInt64, log: @Sendable (UInt64) -> [PageData.Line],
        readings: @Sendable (UInt64) -> [FlagReading] = { _ in [] }
    ) -> PageData.PerformDetail? {
        guard let place = index.find(id), let row = row(at: place) else { return nil }
        let entry = index[place]
        let error = index.error(of: id).map(RecordedError.init)
        return PageData.PerformDetail(
            row: row, ended: entry.duration.map { microseconds(of: entry.began &+ $0) }, fields: fields(of: id),
            cut: entry.isInputCut, replay: entry.replay.word,
            error: error.map { PageData.ErrorInfo(message: $0.message, type: $0.type) },
            chain: chain(above: entry), children: children(of: id), changes: changes(during: id),
            flags: entry.isChange ? [] : flags(readBy: entry, isLive ? readings(id) : [], most: Self.childLimit),
            log: isLive ? log(id) : lines.filter { $0.perform == id },
            stack: stackReference(of: entry))
    }

    /// Returns the fields of a perform's input.
    func fields(of id: UInt64) -> [PageData.Field] {
        texts.fields(of: id).map { field in
            switch field.value {
            case .shown(let value): PageData.Field(label: field.label, value: value)
            case .hidden: PageData.Field(label: field.label, hidden: true)
            }
        }
    }

    /// Returns the chain from the first cause to the parent.
    private func chain(above entry: PerformEntry) -> [PageData.Row] {
        var places: [Int] = []
        var parent = entry.parent
        while parent != 0, places.count < Self.chainLimit, let place = index.find(parent), !places.contains(place) {
            places.append(place)
            parent = index[place].parent
        }
        return rows(at: places.reversed())
    }

    private func children(of id: UInt64) -> [PageData.Row] {
        var places: [Int] = []
        index.forEach { place, entry in
            if entry.parent == id, !entry.isChange, places.count < Self.childLimit { places.append(place) }
        }
        return rows(at: places)
    }

    /// Returns the flag exposures and the changes during a perform.
    private func changes(during id: UInt64) -> [PageData.Row] {
        var places: [Int] = []
        index.forEach { place, entry in
            if entry.parent == id, entry.isChange, places.count < Self.childLimit { places.append(place) }
        }
        return rows(at: places)
    }

    private func stackReference(of entry: PerformEntry) -> PageData.StackReference? {
        guard entry.stack != 0 else { return nil }
        let opening = stack(entry.stack)
        // A stack has one feature, so the action identifies it if the opening was overwritten.
        guard
            let feature = opening.flatMap({ texts.names.feature($0.feature) })
                ?? texts.names.action(entry.action)?.feature
        else { return nil }
        return PageData.StackReference(
            id: entry.stack, feature: PageData.Name(path: feature.path, name: feature.name),
            opened: opening.map { microseconds(of: $0.opened) })
    }
}

extension PageData.Line {
    /// Creates a line from a run's file.
    init(_ line: LogRecord, number: Int, at time: Int64) {
        var metadata: [String: String] = [:]
        for field in line.metadata {
            if let label = field.label, case .shown(let value) = field.value { metadata[label] = value }
        }
        self.init(
            n: number, at: time, level: line.severity.identifier, message: line.message, label: line.label ?? "",
            feature: line.feature.map { PageData.Name(path: $0.path, name: $0.name) },
            action: line.action.map { PageData.ActionName(identifier: $0.identifier, name: $0.name) },
            perform: line.perform == 0 ? nil : line.perform,
            session: line.session == 0 ? nil : PageData.SessionName(id: line.session, name: line.sessionName ?? ""),
            stack: line.stack == 0 ? nil : line.stack, metadata: metadata.isEmpty ? nil : metadata)
    }
}
