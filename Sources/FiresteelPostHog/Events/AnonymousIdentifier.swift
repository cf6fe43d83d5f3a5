import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The identifier of somebody whom nobody knows, in a file that all processes with the same folder read.
struct AnonymousIdentifier {
    /// The identifier, and what is wrong with keeping it.
    struct Answer {
        let identifier: String
        let fault: String?
    }

    private let folder: String
    private var path: String { folder + "/anonymous-id" }

    init(folder: String) { self.folder = folder }

    /// The one that is kept, or a new one.
    func load(at seconds: Double) -> Answer {
        if let known = read() { return Answer(identifier: known, fault: nil) }
        // Something that isn't an identifier must not keep the place.
        return keep(UUID.ofTime(seconds), isNew: !FileManager.default.fileExists(atPath: path))
    }

    /// A new one in place of the one that is kept.
    func replace(at seconds: Double) -> Answer { keep(UUID.ofTime(seconds), isNew: false) }

    /// Forgets the one that is kept.
    func remove() throws {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
            throw QueueError(description: "\(path) can't be removed: \(SystemError.message(errno)).")
        }
    }

    private func read() -> String? {
        // A file that isn't there, or that can't be read, is no identifier.
        guard let data = FileManager.default.contents(atPath: path), data.count <= 64,
            let identifier = UUID(uuidString: String(decoding: data, as: UTF8.self))
        else { return nil }
        return identifier.uuidString.lowercased()
    }

    /// - Parameter isNew: Whether another process that kept one in the meantime goes first.
    private func keep(_ identifier: UUID, isNew: Bool) -> Answer {
        let text = identifier.uuidString.lowercased()
        func inMemory(_ code: Int32) -> Answer {
            Answer(
                identifier: text,
                fault: "The anonymous identifier can't be kept in \(path): \(SystemError.message(code)). "
                    + "It is another one in the next run.")
        }
        if let code = FolderMaking.make(folder) { return inMemory(code) }
        let beside = "\(path).\(UUID().uuidString)"
        guard
            FileManager.default.createFile(
                atPath: beside, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return inMemory(errno) }
        let code = (isNew ? link(beside, path) : rename(beside, path)) == 0 ? 0 : errno
        unlink(beside)
        if code == EEXIST, let known = read() { return Answer(identifier: known, fault: nil) }
        return code == 0 ? Answer(identifier: text, fault: nil) : inMemory(code)
    }
}
