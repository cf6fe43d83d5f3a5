import FiresteelFlags
import FlagAccessors

// What flagd's JSON schemas say about variants and metadata.
extension FlagFileLinter {
    /// The largest integer up to which `Double` represents every integer.
    private static let safeInteger = 9_007_199_254_740_991.0

    mutating func checkVariants(_ variants: [PlacedValue.PlacedMember], of key: String, at offset: Int, _ path: String)
    {
        if variants.isEmpty {
            error(at: offset, path, key, "The flag “\(key)” has no variant, so it never has a value. Add one.")
        }
        let types = Set(variants.compactMap { $0.value.value.type.map(Self.comparable) })
        if types.count > 1 {
            error(at: offset, path, key, "The variants of “\(key)” are of several types. Give all of them one type.")
        }
        for variant in variants {
            let path = LintPath.named(variant.name, of: path)
            switch variant.value.value {
            case .int(let number) where abs(Double(number)) > Self.safeInteger: reportUnsafe(variant, path, key)
            case .double(let number) where abs(number) > Self.safeInteger: reportUnsafe(variant, path, key)
            case .array:
                warn(at: variant.value.offset, path, key, "flagd has no flags of arrays. Put the array into an object.")
            default: break
            }
        }
    }

    private mutating func reportUnsafe(_ variant: PlacedValue.PlacedMember, _ path: String, _ key: String) {
        error(
            at: variant.value.offset, path, key,
            "The variant “\(variant.name)” is beyond ±9,007,199,254,740,991, where numbers lose digits. Write it as a text."
        )
    }

    private static func comparable(_ type: FlagType) -> FlagType { type == .int ? .double : type }

    /// Reports metadata that isn't a text, a number, true or false.
    ///
    /// - Parameter key: The flag, or `nil` for the file's metadata.
    mutating func checkMetadata(_ metadata: PlacedValue, of key: String?, _ path: String) {
        // Firesteel's own: states by environment, and the default of an accessor.
        let own = ["environments", "default"]
        for member in metadata.members ?? [] where !own.contains(member.name) {
            switch member.value.content {
            case .string, .int, .double, .bool: break
            case .null, .array, .object:
                error(
                    at: member.value.offset, LintPath.member(member.name, of: path), key,
                    "The metadata “\(member.name)” must be a string, a number, true or false.")
            }
        }
    }
}
