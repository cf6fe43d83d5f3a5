internal import CFiresteelTimeline

extension Run {
    /// The end of the run.
    public var end: RunEnd {
        var end = fst_end()
        let isThere = withUnsafeMutableBytes(of: &end) { source.read(at: HeaderField.end, into: $0) }
        guard isThere else { return .endedWithoutCause }
        let known = header.boot.contains { $0 != 0 }
        return RunEnd(end, isBeingRecorded: isBeingRecorded, sameBoot: !known || header.boot == Host.boot)
    }
}
