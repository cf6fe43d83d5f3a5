package import FiresteelTimeline

extension Timeline {
    /// The folder of the runs, or `nil` in memory.
    package var runs: RunFolder? {
        guard case .file(let path) = recording, let slash = path.lastIndex(of: "/") else { return nil }
        return RunFolder(path: String(path[..<slash]))
    }
}
