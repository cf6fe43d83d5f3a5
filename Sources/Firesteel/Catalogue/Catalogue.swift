/// What a program declares: its features with their actions, flags, and what its conditions look at, as data.
///
/// It says what there is, and nothing about how it stands at the moment, so that two of them can be compared: see
/// ``CatalogueDifference``. Kept as JSON it is part of a release; as Markdown it is read, as Mermaid it is drawn.
///
/// ```swift
/// let catalogue = runtime.catalogue
/// try catalogue.json().write(to: file)
/// let changes = CatalogueDifference(from: try Catalogue(json: released), to: catalogue)
/// ```
public struct Catalogue: Sendable, Hashable {
    /// The version of the format that this library writes.
    public static let currentFormat = CatalogueFormat(major: 1, minor: 0)

    /// The version of the format that it was read from, or that it is written in.
    public var format: CatalogueFormat
    /// Which program it is about.
    public var program: CatalogueProgram
    /// The version of Firesteel that the program was built with.
    public var library: String
    /// The whole tree, each feature before what stands below it, in the order in which they are declared.
    ///
    /// Trees that were registered apart from each other are in order of their paths.
    public var features: [CatalogueFeature]
    /// Every declared flag, by key.
    public var flags: [CatalogueFlag]
    /// Everything outside the program that its conditions look at, by source and name.
    public var requirements: [CatalogueRequirement]

    /// A catalogue.
    public init(
        format: CatalogueFormat = Catalogue.currentFormat, program: CatalogueProgram,
        library: String = FiresteelVersion.current, features: [CatalogueFeature] = [], flags: [CatalogueFlag] = [],
        requirements: [CatalogueRequirement] = []
    ) {
        self.format = format
        self.program = program
        self.library = library
        self.features = features
        self.flags = flags
        self.requirements = requirements
    }
}

/// The version of the format that a catalogue is written in: `1.0`.
///
/// A reader of `1.0` reads every `1.x`, in which there may be more, and refuses `2.0`.
public struct CatalogueFormat: Sendable, Hashable, CustomStringConvertible {
    /// Readers of another number can't read it.
    public var major: Int
    /// What was added since the first of its major version.
    public var minor: Int

    /// A version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// A version from its text, such as `1.0`.
    ///
    /// `nil` where it isn't one.
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

/// Which program a catalogue is about.
public struct CatalogueProgram: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its version, such as `1.4`; empty where the program doesn't say.
    public var version: String
    /// Its build, such as `2071`; empty where the program doesn't say.
    public var build: String

    /// A program.
    public init(name: String, version: String = "", build: String = "") {
        self.name = name
        self.version = version
        self.build = build
    }
}

/// Something outside a program that its conditions look at: a product, a permission.
public struct CatalogueRequirement: Sendable, Hashable, Codable {
    /// The ``ConstraintSource/name`` of the source that knows it: "permissions".
    public var source: String
    /// What it is called there: "contacts".
    public var name: String

    /// A requirement by its source and its name there.
    public init(_ name: String, from source: String) {
        self.source = source
        self.name = name
    }
}
