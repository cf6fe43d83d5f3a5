/// An error that prevents a text from being parsed as JSON, at a byte of the text.
///
/// ``position(in:)`` counts lines.
package struct JSONScanError: Error, Sendable, Hashable {
    /// The byte, from 0.
    package let offset: Int
    /// The reason, in a sentence.
    package let message: String

    package init(_ offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }

    /// Returns the line and column of the byte in the text.
    ///
    /// Costs a pass over all bytes before it.
    package func position(in bytes: [UInt8]) -> JSONPosition { JSONPosition(of: offset, in: bytes) }
}
