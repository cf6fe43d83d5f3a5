internal import CFiresteelTimeline

/// The form of a name in the journal.
///
/// See `docs/journal-format.md`, "Names".
enum NameEntry {
    static let headSize = 24
    static let kindOffset = 8
    static let identifierOffset = 12
    static let referenceOffset = 16

    /// Returns the size of an entry with a text of `length` bytes.
    static func size(textLength length: Int) -> Int {
        (headSize + length + 7) & ~7
    }

    /// Writes an entry at `place`, which has room for it.
    static func write(
        kind: NameKind, identifier: UInt32, reference: UInt32, text: UnsafeRawBufferPointer,
        to place: UnsafeMutableRawPointer
    ) {
        let size = size(textLength: text.count)
        (place + headSize).initializeMemory(as: UInt8.self, repeating: 0, count: size - headSize)
        place.storeBytes(of: UInt32(text.count).littleEndian, toByteOffset: 4, as: UInt32.self)
        place.storeBytes(of: UInt32(kind.rawValue).littleEndian, toByteOffset: kindOffset, as: UInt32.self)
        place.storeBytes(of: identifier.littleEndian, toByteOffset: identifierOffset, as: UInt32.self)
        place.storeBytes(of: reference.littleEndian, toByteOffset: referenceOffset, as: UInt32.self)
        place.storeBytes(of: 0, toByteOffset: 20, as: UInt32.self)
        if let from = text.baseAddress, !text.isEmpty {
            (place + headSize).copyMemory(from: from, byteCount: text.count)
        }
        seal(place, size: size)
    }

    /// Erases the text of an entry and keeps its length.
    static func blank(_ place: UnsafeMutableRawPointer, textLength length: Int) {
        (place + headSize).initializeMemory(as: UInt8.self, repeating: 0, count: length)
        seal(place, size: size(textLength: length))
    }

    private static func seal(_ place: UnsafeMutableRawPointer, size: Int) {
        place.storeBytes(of: fst_crc32c(place + 4, size - 4).littleEndian, as: UInt32.self)
    }
}
