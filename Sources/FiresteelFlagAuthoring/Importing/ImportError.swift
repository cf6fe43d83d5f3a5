/// Why a flag of another format can't be imported.
package struct ImportError: Error {
    /// A sentence with the reason.
    package let reason: String

    /// Creates an error.
    package init(_ reason: String) { self.reason = reason }
}
