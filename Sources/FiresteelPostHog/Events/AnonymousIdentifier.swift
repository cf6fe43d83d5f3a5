import FiresteelBase
import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The identifier of an anonymous user, in a file that all processes with the same folder read.
struct AnonymousIdentifier {
    /// The identifier, and the error of storing it.
    struct Answer {
        let identifier: String
        let fault: String?
    }

    private let folder: String
    private var path: String { folder + "/anonymous-id" }

    init(folder: String) { self.folder = folder }

    /// Returns the stored identifier, or a new one.
    func load(at seconds: Double) -> Answer {
        if let known = read() { return Answer(identifier: known, fault: nil) }
        // An invalid file is replaced.
        return store(UUID.ofTime(seconds), isNew: !FileManager.default.fileExists(atPath: path))
    }

    /// Replaces the stored identifier by a new one.
    func replace(at seconds: Double) -> Answer { store(UUID.ofTime(seconds), isNew: false) }

    /// Removes the stored identifier.
    func remove() throws {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
            throw QueueError(description: "Can't remove \(path): \(SystemError.message(errno)).")
        }
    }

    private func read() -> String? {
        // A missing or unreadable file contains no identifier.
        guard let data = FileManager.default.contents(atPath: path), data.count <= 64,
            let identifier = UUID(uuidString: String(decoding: data, as: UTF8.self))
        else { return nil }
        return identifier.uuidString.lowercased()
    }

    /// - Parameter isNew: Whether an identifier stored meanwhile by another process has priority.
    private func store(_ identifier: UUID, isNew: Bool) -> Answer {
        let text = identifier.uuidString.lowercased()
        func inMemory(_ code: Int32) -> Answer {
            Answer(
                identifier: text,
                fault: "Can't store the anonymous identifier in \(path): \(SystemError.message(code)). "
                    + "The next run will use another one.")
        }
        if let code = FolderMaking.make(folder) { return inMemory(code) }
        do {
            try FileReplacement.replace(path, with: Array(text.utf8), isNew: isNew)
        } catch {
            if error.code == EEXIST, let known = read() { return Answer(identifier: known, fault: nil) }
            return inMemory(error.code)
        }
        return Answer(identifier: text, fault: nil)
    }
}
