/// The program that a timeline belongs to.
///
/// It is part of the header of every run.
public struct ProgramDescription: Sendable, Hashable {
    /// The program's name.
    ///
    /// At most 96 bytes of UTF-8 are stored.
    public var name: String
    /// The version, such as `1.4`.
    ///
    /// At most 64 bytes are stored.
    public var version: String
    /// The build, such as `2071`.
    ///
    /// At most 64 bytes are stored.
    public var build: String

    /// Creates a program of this name, version and build.
    public init(name: String, version: String = "", build: String = "") {
        self.name = name
        self.version = version
        self.build = build
    }
}
