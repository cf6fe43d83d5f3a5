import FiresteelBase

/// A way of writing a run down for people or programs.
///
/// An export is written piece by piece, so that a large run needs no large memory. To implement one, call `sink` with
/// pieces that together are the document; whoever calls may rely on nothing being written after an error of the sink.
public protocol TimelineExport: Sendable {
    /// The extension of a file that holds it, such as `jsonl`.
    static var fileExtension: String { get }
    /// What it is, as HTTP says it.
    static var mediaType: String { get }

    /// Writes a run.
    /// - Parameters:
    ///   - run: What is written down.
    ///   - query: Which performs, with all that belongs to them; nil for all that is in the run.
    ///   - sink: Takes the document, piece by piece.
    func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows
}

extension TimelineExport {
    /// The whole document.
    public func document(of run: Run, matching query: TimelineQuery? = nil) -> String {
        var document = ""
        write(run, matching: query) { document += $0 }
        return document
    }
}

/// Which events of a run an export is about.
struct ExportSelection {
    private let performs: Set<UInt64>?

    init(_ run: Run, matching query: TimelineQuery?) {
        performs = query.map { Set(run.performs($0).map(\.id)) }
    }

    func contains(_ event: TimelineEvent) -> Bool {
        performs.map { $0.contains(event.perform) } ?? true
    }
}

extension RunHeader {
    /// A reading of the clock as RFC 3339 has it, to the microsecond.
    func rfc3339(_ time: UInt64) -> String {
        CivilTime(microseconds: microseconds(of: time)).rfc3339
    }
}
