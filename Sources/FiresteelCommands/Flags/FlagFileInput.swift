import ArgumentParser
import FiresteelFlags
import FlagAccessors

/// The format of a flag file.
enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
    case flagd
    case justTweak = "justtweak"
    case toggles
    case values

    var format: FlagFileFormat {
        switch self {
        case .flagd: .flagd
        case .justTweak: .justTweak
        case .toggles: .toggles
        case .values: .values
        }
    }

    init(_ format: FlagFileFormat) {
        switch format {
        case .flagd: self = .flagd
        case .justTweak: self = .justTweak
        case .toggles: self = .toggles
        case .values: self = .values
        }
    }
}

/// A file of flags whose values have positions.
struct FlagFileInput {
    let path: String
    let bytes: [UInt8]
    let root: PlacedValue
    let format: FormatArgument

    /// - Throws: `JSONError` if it isn't JSON.
    init(_ path: String, _ bytes: [UInt8], format specified: FormatArgument?) throws(JSONError) {
        self.path = path
        self.bytes = bytes
        root = try PlacedValue(json: bytes)
        format = specified ?? Self.detect(root)
    }

    /// Returns the detected format of a file.
    ///
    /// Partly invalid definitions are still detected as definitions, because finding the errors is the purpose.
    private static func detect(_ root: PlacedValue) -> FormatArgument {
        guard case .object(let document) = root.value else { return .values }
        if let flags = root["flags"]?.definitions {
            let looksLikeFlagd =
                document["$evaluators"] != nil || document["$schema"] != nil || flags.isEmpty
                || flags.contains { flag in
                    ["variants", "state", "defaultVariant", "targeting"].contains { flag.value[$0] != nil }
                }
            if looksLikeFlagd { return .flagd }
        }
        return FormatArgument(FlagFileFormat.detect(document))
    }
}

/// A text by which bytes become lines and columns.
struct SourceText {
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// Returns the line and the column, in characters of Unicode, of a byte; both from 1.
    func location(of offset: Int) -> (line: Int, column: Int) {
        let line = lineStarts.partitioningIndex { $0 > offset }
        let before = bytes[lineStarts[line - 1]..<min(max(offset, lineStarts[line - 1]), bytes.count)]
        return (line, before.count { $0 & 0xC0 != 0x80 } + 1)
    }
}

extension [Int] {
    /// Returns the first index whose element satisfies a predicate in a partitioned collection, by binary search.
    fileprivate func partitioningIndex(where isLater: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
