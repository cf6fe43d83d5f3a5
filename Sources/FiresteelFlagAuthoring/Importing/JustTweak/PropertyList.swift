package import FiresteelFlags
import Foundation

/// Property lists in XML.
package enum PropertyList {
    /// The maximum nesting: Foundation reads recursively.
    private static let depth = 32

    /// Returns whether bytes are probably a property list, in XML or binary.
    package static func isProbable(_ bytes: [UInt8]) -> Bool {
        let start = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        return ["<?xml", "<plist", "<!DOCTYPE plist", "bplist"].contains { start.starts(with: $0.utf8) }
    }

    /// Reads a property list that is a dictionary.
    package static func read(_ bytes: [UInt8]) throws(ImportError) -> [String: JSONValue] {
        guard !bytes.starts(with: "bplist".utf8) else {
            throw ImportError("The property list is binary. Convert it with “plutil -convert xml1” first.")
        }
        guard nesting(bytes) <= depth else {
            throw ImportError("The property list isn't well formed, or is nested more than \(depth) levels deep.")
        }
        let value: PlistValue
        do {
            value = try PropertyListDecoder().decode(PlistValue.self, from: Data(bytes))
        } catch {
            throw ImportError("The file isn't a property list: \(error.localizedDescription)")
        }
        guard isFinite(value.value) else {
            throw ImportError(
                "The property list has a number that is infinite or none. Flags can't have it: replace it.")
        }
        guard case .object(let members) = value.value else {
            throw ImportError("The property list isn't a dictionary.")
        }
        return members
    }

    /// Whether all numbers of a value are finite, as JSON's are.
    private static func isFinite(_ value: JSONValue) -> Bool {
        switch value {
        case .double(let number): number.isFinite
        case .array(let elements): elements.allSatisfy(isFinite)
        case .object(let members): members.values.allSatisfy(isFinite)
        default: true
        }
    }

    /// Returns the maximum number of elements that are open at once; `Int.max` if it isn't well formed.
    ///
    /// Each byte is read once.
    static func nesting(_ bytes: [UInt8]) -> Int {
        // Comments and the like, whose contents aren't elements, with their ends.
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map { (Array($0.0.utf8), Array($0.1.utf8)) }
        var (index, open, deepest) = (0, 0, 0)
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[start...]
            if let (begin, end) = skipped.first(where: { rest.starts(with: $0.0) }) {
                guard let next = bytes[(start + begin.count)...].firstRange(of: end)?.upperBound else { return .max }
                index = next
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return .max }
            if rest.starts(with: "<!".utf8) {
                // Definitions of entities, which no property list has.
                if bytes[start..<end].contains(UInt8(ascii: "[")) { return .max }
            } else if rest.starts(with: "</".utf8) {
                open -= 1
                if open < 0 { return .max }
            } else if bytes[end - 1] != UInt8(ascii: "/") {
                open += 1
                deepest = max(deepest, open)
            }
            index = end + 1
        }
        return deepest
    }
}

/// A value of a property list.
private struct PlistValue: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: PlistValue].self) {
            value = .object(members.mapValues(\.value))
        } else if let elements = try? container.decode([PlistValue].self) {
            value = .array(elements.map(\.value))
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let int = try? container.decode(Int.self) {
            value = .int(int)
        } else if let double = try? container.decode(Double.self) {
            value = .double(double)
        } else {
            value = .string(try container.decode(String.self))
        }
    }
}
