@testable import DocumentsCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Renders bytes as Markdown, repeated so that what isn't linear takes long.
///
/// The first byte says how often, up to 64 KiB. A zero byte separates two texts that are repeated one after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let parts = bytes.dropFirst().split(separator: 0, maxSplits: 1)
    let times = min(1 << (Int(bytes[0]) % 17), max(1, 65_536 / count))
    let text = parts.map { String(repeating: String(decoding: $0, as: UTF8.self), count: times) }.joined()
    var copy = text
    let bound = copy.withUTF8 { MarkdownCost(of: $0).nanoseconds }

    let began = threadTime()
    guard let html = MarkdownRenderer.html(text) else {
        precondition(bound > MarkdownCost.limit, "A text within the bound isn't rendered")
        return 0
    }
    let nanoseconds = threadTime() - began
    let allowed = 50_000_000 + Double(text.utf8.count) * 2_000 + bound
    precondition(nanoseconds <= allowed, "Rendering takes \(nanoseconds) ns, and the bound is \(bound) ns")
    for part in ["<script", "<iframe", "<img src=\"javascript:", "<a href=\"javascript:"] {
        precondition(!html.contains(part), "The HTML contains \(part)")
    }
    return 0
}

/// The CPU time of this thread, in nanoseconds.
private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
