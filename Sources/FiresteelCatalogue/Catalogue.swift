public import Firesteel

/// The declarations of a program: its features with their actions, its flags, and the requirements of its constraints,
/// as data.
///
/// It contains declarations only, no current state, so that two catalogues can be compared: see
/// ``CatalogueDifference``. Store it as JSON with each release; Markdown and Mermaid are for reading.
///
/// ```swift
/// let catalogue = runtime.catalogue
/// try catalogue.json().write(to: file)
/// let changes = CatalogueDifference(from: try Catalogue(json: released), to: catalogue)
/// ```
public struct Catalogue: Sendable, Hashable {
    /// The version of the format that this library writes.
    public static let currentFormat = CatalogueFormat(major: 1, minor: 1)

    /// The version of the format that it was read from, or that it is written in.
    public var format: CatalogueFormat
    /// The program.
    public var program: CatalogueProgram
    /// The version of Firesteel that the program was built with.
    public var library: String
    /// The features, parents before children, in the order of their declaration.
    ///
    /// Separately registered trees are ordered by their paths.
    public var features: [CatalogueFeature]
    /// Every declared flag, by key.
    public var flags: [CatalogueFlag]
    /// The external requirements of constraints, by source and name.
    public var requirements: [CatalogueRequirement]
    /// The attributes of evaluation contexts that the program declares, empty in the catalogue of a runtime.
    public var attributes: [CatalogueAttribute]

    /// Creates a catalogue.
    public init(
        format: CatalogueFormat = Catalogue.currentFormat, program: CatalogueProgram,
        library: String = FiresteelVersion.current, features: [CatalogueFeature] = [], flags: [CatalogueFlag] = [],
        requirements: [CatalogueRequirement] = [], attributes: [CatalogueAttribute] = []
    ) {
        self.format = format
        self.program = program
        self.library = library
        self.features = features
        self.flags = flags
        self.requirements = requirements
        self.attributes = attributes
    }
}

/// The version of the format that a catalogue is written in: `1.0`.
///
/// A reader of `1.0` reads every `1.x`, in which there may be more, and refuses `2.0`.
public struct CatalogueFormat: Sendable, Hashable, CustomStringConvertible {
    /// Readers of another number can't read it.
    public var major: Int
    /// The minor version, for compatible additions.
    public var minor: Int

    /// Creates a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Creates a version from its text, such as `1.0`.
    ///
    /// Returns `nil` if the text is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    /// The version as text.
    public var description: String { "\(major).\(minor)" }
}

/// The program of a catalogue.
public struct CatalogueProgram: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// The version, such as `1.4`; empty if unknown.
    public var version: String
    /// The build, such as `2071`; empty if unknown.
    public var build: String

    /// Creates a program.
    public init(name: String, version: String = "", build: String = "") {
        self.name = name
        self.version = version
        self.build = build
    }
}

/// An external requirement of a constraint: a product or a permission.
public struct CatalogueRequirement: Sendable, Hashable, Codable {
    /// The `ConstraintSource.name` of its source: "permissions".
    public var source: String
    /// The name in the source: "contacts".
    public var name: String

    /// Creates a requirement by its source and its name there.
    public init(_ name: String, from source: String) {
        self.source = source
        self.name = name
    }
}
