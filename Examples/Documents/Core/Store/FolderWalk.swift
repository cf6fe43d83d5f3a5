import struct Foundation.Date

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the Markdown files in a folder and its subfolders, without hidden ones.
///
/// Links to folders aren't followed, so that the walk ends and stays in the folder. Links to files are listed; opening
/// one must check its destination.
struct FolderWalk {
    let root: String
    private let removesLeftovers: Bool

    /// - Parameter removesLeftovers: Whether the walk removes temporary files of killed programs.
    init(of root: String, removesLeftovers: Bool = false) {
        self.root = root
        self.removesLeftovers = removesLeftovers
    }

    /// - Parameter limit: The maximum number of files to find.
    /// - Throws: ``DocumentError/noFolder(_:)`` if the folder doesn't exist, ``DocumentError/notPermitted(_:)``.
    func documents(limit: Int) throws(DocumentError) -> [DocumentName] {
        var found: [DocumentName] = []
        try walk("", into: &found, limit: limit)
        return found
    }

    private func walk(_ below: String, into found: inout [DocumentName], limit: Int) throws(DocumentError) {
        guard let folder = opendir(below.isEmpty ? root : root + "/" + below) else {
            let code = errno
            // An unreadable subfolder is skipped; an unreadable folder is an error.
            if !below.isEmpty { return }
            throw code == ENOENT || code == ENOTDIR ? .noFolder(root) : SystemError.of(path: root, code: code)
        }
        defer { closedir(folder) }
        var subfolders: [String] = []
        while found.count < limit, let entry = readdir(folder) {
            let part = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = below.isEmpty ? part : below + "/" + part
            if part.utf8.first == UInt8(ascii: ".") {
                if removesLeftovers { TextFile.removeLeftover(part, at: root + "/" + path) }
                continue
            }
            switch ConfinedFolder.kindUnfollowed(of: root + "/" + path) {
            case .folder: subfolders.append(path)
            case .file, .link: if let name = try? DocumentName(path) { found.append(name) }
            case .other, nil: break
            }
        }
        for subfolder in subfolders.sorted()
        where found.count < limit && DocumentName.parts(of: subfolder).count < DocumentName.maximumParts {
            try walk(subfolder, into: &found, limit: limit)
        }
    }
}

/// The size of a file and the time of its last modification.
struct FileFacts {
    let bytes: Int
    let modified: Date

    /// Reads the attributes, or returns `nil` if the file doesn't exist.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        bytes = Int(facts.st_size)
        modified = TextFile.modified(facts)
    }
}
