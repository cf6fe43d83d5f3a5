import FiresteelTimeline
import Foundation

/// Reads bytes as a run with all readers and exports.
///
/// Each run is rejected or read, and the process doesn't crash.
///
/// The last byte selects which checksums are repaired first; otherwise most changes would be rejected early. It also selects
/// whether whole pages are zeroed or swapped, as by a damaged disk; the bytes before it name the pages.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJournal(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let repair = bytes.removeLast()
    if repair & 8 != 0 { Pages.zero(&bytes) }
    if repair & 16 != 0 { Pages.swap(&bytes) }
    if repair & 1 != 0 { Repair.slots(&bytes) }
    if repair & 2 != 0 { Repair.names(&bytes) }
    if repair & 4 != 0 { Repair.header(&bytes) }
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return 0 }
    guard let run = try? Run(path: path) else { return 0 }
    read(run)
    return 0
}

private let path = "\(NSTemporaryDirectory())/journal-fuzz-\(ProcessInfo.processInfo.processIdentifier).run"

private func read(_ run: Run) {
    var query = TimelineQuery()
    query.text = "plan"
    query.limit = 5
    _ = run.performs(query)
    _ = run.logLines(atLeast: .warning)
    _ = run.counts()
    _ = run.end.description
    _ = TimelineTextExport().document(of: run)
    _ = TimelineJSONLinesExport().document(of: run)
}
