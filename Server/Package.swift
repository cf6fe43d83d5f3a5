// swift-tools-version: 6.2
import PackageDescription

// Upcoming language features that every target is written in, as in the parent package.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// The server as a separate package: programs that use Firesteel resolve none of its dependencies. It uses only the public
// interface of the parent package.
let package = Package(
    name: "firesteel-server",
    platforms: [.macOS(.v15)],
    products: [],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: ["HTTP"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Databases: SQLite and PostgreSQL behind one interface
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "FiresteelDatabase",
            dependencies: ["CLibPQ", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .target(
            name: "DatabaseTestSupport", dependencies: ["FiresteelDatabase"], path: "Tests/DatabaseTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelDatabaseTests", dependencies: ["DatabaseTestSupport", "FiresteelDatabase"],
            swiftSettings: settings),
    ]
)
