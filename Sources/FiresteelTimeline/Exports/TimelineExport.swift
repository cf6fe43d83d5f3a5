import FiresteelBase

/// A format for exports of a run.
///
/// An export is written piece by piece, so that a large run needs little memory. To implement a format, call `sink`
/// with pieces that together form the document. Callers may rely on no further call after the sink throws.
public protocol TimelineExport: Sendable {
    /// The file extension, such as `jsonl`.
    static var fileExtension: String { get }
    /// The media type.
    static var mediaType: String { get }

    /// Exports a run.
    /// - Parameters:
    ///   - run: The run to export.
    ///   - query: The performs to export, with the events that belong to them, or `nil` for the whole run.
    ///   - sink: Receives the document piece by piece.
    func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows
}

extension TimelineExport {
    /// Returns the whole document.
    public func document(of run: Run, matching query: TimelineQuery? = nil) -> String {
        var document = ""
        write(run, matching: query) { document += $0 }
        return document
    }
}

/// The events of a run to export.
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
    /// Returns a reading of the clock in the format of RFC 3339, to the microsecond.
    func rfc3339(_ time: UInt64) -> String {
        CivilTime(microseconds: microseconds(of: time)).rfc3339
    }
}
