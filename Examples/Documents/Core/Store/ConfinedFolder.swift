#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that no name leads out of.
///
/// ``DocumentName`` keeps `..`, absolute paths and hidden parts out; what is left are links. Every path is therefore
/// resolved by the system before it is used, and must still lie below the folder, in no hidden part of it.
/// Somebody who may write in the folder could swap a file for a link between the two steps; whoever may do that can
/// read the folder already.
struct ConfinedFolder: Sendable {
    /// The folder with all links resolved, without a slash at its end.
    let root: String

    /// - Throws: ``DocumentError/noFolder(_:)`` where there is none.
    init(_ path: String) throws(DocumentError) {
        guard let resolved = Self.resolve(path), Self.kind(of: resolved) == .folder else { throw .noFolder(path) }
        root = resolved == "/" ? "" : resolved
    }

    /// Where an existing document's file is.
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

    /// Where a new document's file goes.
    ///
    /// Folders on the way are made where they are missing.
    ///
    /// - Throws: ``DocumentError/outside(_:)``, and what the system says.
    func place(_ name: DocumentName) throws(DocumentError) -> String {
        let parts = name.path.split(separator: "/")
        var folder = root
        for part in parts.dropLast() {
            let next = folder + "/" + part
            if mkdir(next, 0o777) != 0 && errno != EEXIST { throw SystemError.of(name, code: errno) }
            guard let resolved = Self.resolve(next) else { throw SystemError.of(name, code: errno) }
            guard holds(resolved) else { throw .outside(name) }
            guard Self.kind(of: resolved) == .folder else { throw .notADocument(name) }
            folder = resolved
        }
        return folder + "/" + (parts.last ?? "")
    }

    /// Whether a resolved path lies below the folder and in no hidden part of it.
    func holds(_ resolved: String) -> Bool {
        guard resolved.hasPrefix(root + "/") else { return false }
        return resolved.dropFirst(root.count + 1).split(separator: "/").allSatisfy { !$0.hasPrefix(".") }
    }

    /// Whether a file of the store's own lies where its path says, no link on the way leading it elsewhere.
    func isOwn(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        let parent = String(path[..<slash])
        return Self.resolve(parent) == parent && Self.kindUnfollowed(of: path) != .link
    }

    enum Kind { case file, folder, link, other }

    /// What there is at a path, links followed; `nil` where there is nothing.
    static func kind(of path: String) -> Kind? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return kind(facts)
    }

    /// What there is at a path itself, links not followed; `nil` where there is nothing.
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

    /// The path with all links resolved; `nil`, and `errno` set, where there is nothing.
    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
