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

    /// Writes an entry at `destination`, which has room for it.
    static func write(
        kind: NameKind, identifier: UInt32, reference: UInt32, text: UnsafeRawBufferPointer,
        to destination: UnsafeMutableRawPointer
    ) {
        let size = size(textLength: text.count)
        (destination + headSize).initializeMemory(as: UInt8.self, repeating: 0, count: size - headSize)
        destination.storeBytes(of: UInt32(text.count).littleEndian, toByteOffset: 4, as: UInt32.self)
        destination.storeBytes(of: UInt32(kind.rawValue).littleEndian, toByteOffset: kindOffset, as: UInt32.self)
        destination.storeBytes(of: identifier.littleEndian, toByteOffset: identifierOffset, as: UInt32.self)
        destination.storeBytes(of: reference.littleEndian, toByteOffset: referenceOffset, as: UInt32.self)
        destination.storeBytes(of: 0, toByteOffset: 20, as: UInt32.self)
        if let from = text.baseAddress, !text.isEmpty {
            (destination + headSize).copyMemory(from: from, byteCount: text.count)
        }
        seal(destination, size: size)
    }

    /// Erases the text of an entry and keeps its length.
    static func blank(_ destination: UnsafeMutableRawPointer, textLength length: Int) {
        (destination + headSize).initializeMemory(as: UInt8.self, repeating: 0, count: length)
        seal(destination, size: size(textLength: length))
    }

    private static func seal(_ destination: UnsafeMutableRawPointer, size: Int) {
        destination.storeBytes(of: fst_crc32c(destination + 4, size - 4).littleEndian, as: UInt32.self)
    }
}

/// The kind of a name in the journal.
///
/// The raw values are part of the format.
enum NameKind: UInt8, Sendable {
    /// Its text is identifier US name; it refers to the parent feature, or to 0.
    case feature = 1
    /// Its text is identifier US name; it refers to the feature.
    case action = 2
    /// Its text is the session's name.
    case session = 3
    /// Its text is the logger's label.
    case label = 4
    /// Its text is the flag's key.
    case flag = 5
    /// Its text is value US variant; it refers to the flag.
    ///
    /// No event refers to it: it outlives the events that carry times.
    case flagValue = 6

    /// Whether the name may identify the user, and is erased with the user's timeline.
    var isPersonal: Bool { self == .session || self == .flagValue }
}
