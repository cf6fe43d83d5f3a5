/// The scope, hour and version of a count.
package struct InsightSlice: Sendable, Hashable {
    /// The number of the scope.
    package let scope: Int64
    /// The beginning of the hour, in milliseconds since 1970.
    package let hour: Int64
    /// The version of the program.
    package let version: String

    package init(scope: Int64, hour: Int64, version: String) {
        self.scope = scope
        self.hour = hour
        self.version = version
    }
}
