import Foundation

/// Folders that other users of this computer can't change.
enum PrivateFolder {
    /// Creates a folder that only its owner can open, or checks that an existing one is.
    ///
    /// - Throws: ``CommandError`` if it can't be created, or belongs to another user.
    static func make(_ path: String) throws(CommandError) {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw error(path, String(cString: strerror(errno))) }
        // Its name may be a link of another user.
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw error(path, "it isn’t a folder") }
        defer { close(folder) }
        var facts = stat()
        guard fstat(folder, &facts) == 0 else { throw error(path, String(cString: strerror(errno))) }
        guard facts.st_uid == geteuid() else { throw error(path, "it belongs to another user") }
        guard facts.st_mode & 0o077 == 0 || fchmod(folder, 0o700) == 0 else {
            throw error(path, String(cString: strerror(errno)))
        }
    }

    /// Checks that other users can't change a folder, if it exists.
    ///
    /// - Throws: ``CommandError`` if they can.
    static func check(_ path: String) throws(CommandError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        guard facts.st_uid == geteuid() else { throw error(path, "it belongs to another user") }
        // The user's own group often has no other members.
        let isShared = facts.st_mode & 0o002 != 0 || facts.st_mode & 0o020 != 0 && facts.st_gid != getegid()
        if isShared { throw error(path, "other users can write to it") }
    }

    private static func error(_ path: String, _ reason: String) -> CommandError {
        CommandError("Can’t use the folder \(path): \(reason). Remove it, or specify another with --runs or TMPDIR.")
    }
}
