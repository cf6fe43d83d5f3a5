package import Foundation

/// Reads files with a limit on their size.
package enum BoundedFile {
    /// An error that prevents a file from being read.
    package enum ReadError: Error, CustomStringConvertible {
        /// It is a folder, a pipe or a device.
        case notRegular
        /// It has more bytes than are allowed.
        case tooLarge(bytes: Int, limit: Int)

        package var description: String {
            switch self {
            case .notRegular: "It isn't a regular file."
            case .tooLarge(let bytes, let limit): "It has \(bytes) bytes; the limit is \(limit)."
            }
        }
    }

    /// Returns the contents of a file whose size is within a limit.
    ///
    /// - Throws: ``ReadError``, or an error of the system.
    package static func read(_ file: URL, limit: Int) throws -> [UInt8] {
        // The attributes of a link aren't those of its target.
        let attributes = try FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw ReadError.notRegular }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard size <= limit else { throw ReadError.tooLarge(bytes: size, limit: limit) }
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        // The file may have grown since.
        let data = try handle.read(upToCount: limit + 1) ?? Data()
        guard data.count <= limit else { throw ReadError.tooLarge(bytes: data.count, limit: limit) }
        return Array(data)
    }
}
