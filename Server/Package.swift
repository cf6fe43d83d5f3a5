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
    products: [
        .executable(name: "firesteel-server", targets: ["FiresteelServerCommand"])
    ],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: ["Firebase", "HTTP", "Inspector"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Databases: SQLite and PostgreSQL behind one interface
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "FiresteelDatabase",
            dependencies: [
                "CLibPQ", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),

        // Not named as that of the parent package, whose modules are part of the same graph
        .systemLibrary(
            name: "CServerZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

        // What the server stores: programs, flags, changes, accounts, tokens
        .target(
            name: "FiresteelStore",
            dependencies: [
                "CServerZlib", "FiresteelDatabase",
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "FiresteelStatistics", package: "firesteel"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),

        // The server: operations, HTTP, event streams, pages
        .target(
            name: "FiresteelServer",
            dependencies: [
                "FiresteelDatabase", "FiresteelStore",
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelCatalogue", package: "firesteel"),
                .product(name: "FiresteelFirebase", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelHTTP", package: "firesteel"),
                .product(name: "FiresteelHTTPServer", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "FiresteelOptimizely", package: "firesteel"),
                .product(name: "FiresteelRemote", package: "firesteel"),
                .product(name: "FiresteelStatistics", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "FiresteelWeb", package: "firesteel"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            resources: [.copy("Pages")],
            swiftSettings: settings),

        // firesteel-server
        .executableTarget(
            name: "FiresteelServerCommand",
            dependencies: [
                "FiresteelDatabase", "FiresteelServer", "FiresteelStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelInspector", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),

        .target(
            name: "DatabaseTestSupport", dependencies: ["FiresteelDatabase"], path: "Tests/DatabaseTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelDatabaseTests", dependencies: ["DatabaseTestSupport", "FiresteelDatabase"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelServerTests",
            dependencies: [
                "DatabaseTestSupport", "FiresteelDatabase", "FiresteelServer", "FiresteelStore",
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelHTTP", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "FiresteelRemote", package: "firesteel"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelStoreTests",
            dependencies: [
                "DatabaseTestSupport", "FiresteelDatabase", "FiresteelStore",
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
    ]
)

// `FIRESTEEL_FUZZ=1` adds the fuzz target, which requires a sanitizer.
if Context.environment["FIRESTEEL_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "IngestFuzz",
            dependencies: [
                "FiresteelDatabase", "FiresteelServer", "FiresteelStore",
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelHTTPServer", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Fuzz/IngestFuzz", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}

// `FIRESTEEL_STRICT=1` turns warnings into errors, as continuous integration does.
if Context.environment["FIRESTEEL_STRICT"] == "1" {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
