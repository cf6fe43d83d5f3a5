#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Making the folders that files are written to.
package enum FolderMaking {
    /// Creates a folder and its missing parents, accessible to their owner only, because a timeline is private.
    ///
    /// - Returns: The system's error number if the folder can't be created, else `nil`.
    package static func make(_ folder: String) -> Int32? {
        // The system reads a path up to its first NUL.
        if folder.utf8.contains(0) { return EINVAL }
        if isFolder(folder) { return nil }
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, S_IRWXU) != 0, errno != EEXIST { return errno }
        }
        // An existing item may not be a folder.
        return isFolder(folder) ? nil : ENOTDIR
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
