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

    /// Before an amount, which is a number, a space and a unit.
    package static let amount: UInt8 = 0x19

    /// Returns the byte itself, or a space if it would be read as structure.
    package static func harmless(_ byte: UInt8) -> UInt8 {
        (hidden...amount).contains(byte) || byte == unit || byte == record ? UInt8(ascii: " ") : byte
    }
}
