import Foundation

extension String {
    /// The one spelling of canonically equivalent keys, for code that reads bytes.
    ///
    /// `é` and `e` with U+0301 are equal strings, and one key. Free for ASCII.
    package var canonicalKey: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}
