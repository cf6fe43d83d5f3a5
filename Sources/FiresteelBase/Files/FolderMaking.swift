#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Making the folders that files are written to.
package enum FolderMaking {
    /// Creates a folder and its missing parents, accessible to their owner only, because their files may be private.
    ///
    /// The permissions of existing folders remain.
    ///
    /// - Returns: The system's error number if the folder can't be created, else `nil`.
    package static func make(_ folder: String) -> Int32? {
        // The system reads a path up to its first NUL.
        if folder.utf8.contains(0) { return EINVAL }
        if error(of: folder) == nil { return nil }
        var path = folder.utf8.first == UInt8(ascii: "/") ? "" : "."
        // The system splits a path at each slash, whatever character it is a part of.
        for part in folder.utf8.split(separator: UInt8(ascii: "/")) {
            path += "/" + Substring(part)
            if mkdir(path, S_IRWXU) != 0, errno != EEXIST { return errno }
        }
        // An existing item may not be a folder.
        return error(of: folder)
    }

    /// Returns the error number for a path that isn't a usable folder.
    ///
    /// `stat` would also answer, but requires an entry in a privacy manifest.
    private static func error(of path: String) -> Int32? { access(path + "/.", F_OK) == 0 ? nil : errno }
}
