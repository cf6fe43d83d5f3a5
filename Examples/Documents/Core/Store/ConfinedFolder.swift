#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that confines all paths of documents.
///
/// ``DocumentName`` rejects `..`, absolute paths and hidden components; links remain. The system therefore resolves
/// each path before use, and the result must be inside the folder, in no hidden part of it. A process with write access
/// to the folder could replace a file by a link between the two steps; such a process can already read the folder.
struct ConfinedFolder: Sendable {
    /// The folder's path with all links resolved, without a trailing slash.
    let root: String

    /// - Throws: ``DocumentError/noFolder(_:)`` if it doesn't exist.
    init(_ path: String) throws(DocumentError) {
        guard let resolved = Self.resolve(path), Self.kind(of: resolved) == .folder else { throw .noFolder(path) }
        root = resolved == "/" ? "" : resolved
    }

    /// Returns the resolved path of an existing document.
    ///
    /// - Throws: ``DocumentError/missing(_:)``, ``DocumentError/outside(_:)``, ``DocumentError/notADocument(_:)``.
    func locate(_ name: DocumentName) throws(DocumentError) -> String {
        guard let resolved = Self.resolve(root + "/" + name.path) else {
            throw SystemError.of(name, code: errno)
        }
        guard holds(resolved) else { throw .outside(name) }
        guard Self.kind(of: resolved) == .file else { throw .notADocument(name) }
        return resolved
    }

    /// Returns the path for a new document, and creates missing folders.
    ///
    /// - Throws: ``DocumentError/outside(_:)``, and errors of the system.
    func newPath(of name: DocumentName) throws(DocumentError) -> String {
        let parts = name.parts
        var folder = root
        for part in parts.dropLast() {
            let next = folder + "/" + part
            if mkdir(next, 0o777) != 0 && errno != EEXIST { throw SystemError.of(name, code: errno) }
            guard let resolved = Self.resolve(next) else { throw SystemError.of(name, code: errno) }
            guard holds(resolved) else { throw .outside(name) }
            guard Self.kind(of: resolved) == .folder else { throw .notADocument(name) }
            folder = resolved
        }
        guard let last = parts.last, !last.isEmpty else { throw .notADocument(name) }
        return folder + "/" + last
    }

    /// Returns whether a resolved path is inside the folder and in no hidden part of it.
    func holds(_ resolved: String) -> Bool {
        guard resolved.utf8.starts(with: (root + "/").utf8) else { return false }
        let rest = resolved.utf8.dropFirst(root.utf8.count + 1)
        return rest.split(separator: UInt8(ascii: "/")).allSatisfy { $0.first != UInt8(ascii: ".") }
    }

    /// Returns whether a path of the store's internal files contains no links.
    func isOwn(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        let parent = String(path[..<slash])
        return Self.resolve(parent) == parent && Self.kindUnfollowed(of: path) != .link
    }

    enum Kind { case file, folder, link, other }

    /// Returns the kind of the file at a path, following links, or `nil` if it doesn't exist.
    static func kind(of path: String) -> Kind? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return kind(facts)
    }

    /// Returns the kind of the file at a path without following links, or `nil` if it doesn't exist.
    static func kindUnfollowed(of path: String) -> Kind? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        return kind(facts)
    }

    private static func kind(_ facts: stat) -> Kind {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
    }

    /// Returns the path with all links resolved, or `nil` with `errno` set if it doesn't exist.
    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
