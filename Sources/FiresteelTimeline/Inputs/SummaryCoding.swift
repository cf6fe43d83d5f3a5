/// The bytes that structure a summary.
///
/// See `docs/journal-format.md`, "Texts".
package enum SummaryCoding {
    /// Between a label and its value.
    package static let unit: UInt8 = 0x1F
    /// After each field.
    package static let record: UInt8 = 0x1E
    /// The placeholder for a hidden value.
    package static let hidden: UInt8 = 0x18

    /// Returns the byte itself, or a space if it would be read as structure.
    package static func harmless(_ byte: UInt8) -> UInt8 {
        byte == unit || byte == record || byte == hidden ? UInt8(ascii: " ") : byte
    }
}
