#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Making the folders that files are written to.
package enum FolderMaking {
    /// Makes a folder and those above it where they aren't there, for its owner alone: what a person did is nobody else's
    /// business.
    ///
    /// - Returns: The system's error number where it can't be made, else nil.
    package static func make(_ folder: String) -> Int32? {
        if isFolder(folder) { return nil }
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, S_IRWXU) != 0, errno != EEXIST { return errno }
        }
        // What was there already need not be a folder.
        return isFolder(folder) ? nil : ENOTDIR
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
