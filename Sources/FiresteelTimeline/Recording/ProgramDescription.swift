/// Which program a timeline belongs to.
///
/// It stands in the head of every run.
public struct ProgramDescription: Sendable, Hashable {
    /// The program's name.
    ///
    /// Up to 96 bytes of UTF-8 are kept.
    public var name: String
    /// Its version, such as `1.4`.
    ///
    /// Up to 64 bytes are kept.
    public var version: String
    /// Its build, such as `2071`.
    ///
    /// Up to 64 bytes are kept.
    public var build: String

    /// A program of this name, version and build.
    public init(name: String, version: String = "", build: String = "") {
        self.name = name
        self.version = version
        self.build = build
    }
}
