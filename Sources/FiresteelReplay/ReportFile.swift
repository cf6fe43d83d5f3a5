import FiresteelBase
import FiresteelInsight
import Foundation

/// The JSON of a report.
package enum ReportFile {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns whether a path is that of a regular file that begins as JSON does: a pipe would block.
    package static func isJSON(at path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        let start = withoutMark(Array((try? handle.read(upToCount: 64)) ?? Data()))
        return start.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "{")
    }

    /// Returns the report without a byte order mark, also from a response of the server's API.
    package static func report(in bytes: [UInt8]) -> [UInt8] {
        let bytes = Array(withoutMark(bytes))
        guard let object = try? JSONValue(json: bytes, limits: JSONLimits(bytes: 2 * ReportLimits.bytes)),
            let report = object.objectValue?["report"], report.objectValue != nil
        else { return bytes }
        return Array(report.json().utf8)
    }

    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    }
}
