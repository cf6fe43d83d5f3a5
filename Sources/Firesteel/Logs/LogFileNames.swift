import FiresteelBase
import FiresteelTimeline

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The names of the files of one output.
struct LogFileNames {
    let folder: String
    private let prefix: String
    private let suffix: String

    init(folder: String, name: String, fileExtension: String) {
        let folder = folder.isEmpty ? "." : folder
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
        prefix = name.replacing("/", with: "-")
        suffix = "." + fileExtension
    }

    /// The file that is written to.
    var current: String { folder + prefix + suffix }

    /// Returns the name of a rotated file.
    /// - Parameter time: The time, in microseconds since 1970-01-01T00:00:00Z.
    func old(at time: Int64) -> String {
        let stamp = LineBuffer.with { buffer in
            buffer.append(CivilTime(microseconds: time), .compact)
            return String(decoding: buffer.bytes, as: UTF8.self)
        }
        return folder + prefix + "-" + stamp + suffix
    }

    /// Returns the rotated files, oldest first.
    ///
    /// Empty if there is no folder.
    func old() throws(LogFileError) -> [String] {
        try list(where: isOld)
    }

    /// Returns all files that are there, the oldest first.
    func all() throws(LogFileError) -> [String] {
        let name = prefix + suffix
        // A name with a time sorts before the one without: "-" precedes ".".
        return try list { isOld($0) || $0 == name }
    }

    /// Returns the paths of the folder's contents, by name.
    private func list(where isIncluded: (String) -> Bool) throws(LogFileError) -> [String] {
        guard let entries = opendir(folder) else {
            let code = errno
            if code == ENOENT { return [] }
            throw .cannotList(path: folder, code: code)
        }
        defer { closedir(entries) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isIncluded(name) { names.append(name) }
            errno = 0
        }
        // The end and an error look alike but for this.
        let code = errno
        guard code == 0 else { throw .cannotList(path: folder, code: code) }
        return names.sorted().map { folder + $0 }
    }

    private func isOld(_ name: String) -> Bool {
        guard name.hasPrefix(prefix + "-"), name.hasSuffix(suffix) else { return false }
        let stamp = name.dropFirst(prefix.count + 1).dropLast(suffix.count)
        let pattern = "00000000T000000.000Z"
        return stamp.count == pattern.count
            && zip(stamp, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
    }
}
