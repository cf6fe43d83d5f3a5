import Foundation

/// The limit of the process on open files, of which each connection needs one.
package struct FileLimit: Sendable, Hashable {
    /// The limit that applies.
    package let soft: Int
    /// The limit to which the process may raise it.
    package let hard: Int

    /// Files that aren't connections: of the database, the timeline, pages, and the runtime.
    static let reserve = 200

    #if canImport(Glibc)
    static let thisProcess = __rusage_who_t(RUSAGE_SELF.rawValue)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    static let thisProcess = RUSAGE_SELF
    private static let files = RLIMIT_NOFILE
    #endif

    /// The limit of the process, or `nil` if the system doesn't report it.
    package static var current: FileLimit? {
        var limit = rlimit()
        guard read(&limit) else { return nil }
        return FileLimit(soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    static func read(_ limit: inout rlimit) -> Bool { getrlimit(files, &limit) == 0 }

    /// Raises the limit as far as a number of connections needs it and the process may.
    ///
    /// - Returns: The limit afterwards, or `nil` if the system doesn't report it.
    package static func raise(forConnections connections: Int) -> FileLimit? {
        guard let limit = current, limit.soft < connections + reserve else { return current }
        var raised = rlimit()
        guard read(&raised) else { return limit }
        raised.rlim_cur = min(raised.rlim_max, rlim_t(connections + reserve))
        // If it can't be raised, the limit that is returned says so.
        _ = setrlimit(files, &raised)
        return current
    }

    /// The number of connections for which there are files.
    ///
    /// - Parameter limit: The limit that applies.
    package static func connections(within limit: Int) -> Int { max(50, limit - reserve) }
}
