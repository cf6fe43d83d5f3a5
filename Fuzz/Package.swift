// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, in a separate package because they require a sanitizer.
let package = Package(
    name: "firesteel-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: ["AppStore", "CommandLine", "Inspector"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "JournalFuzz",
            dependencies: [.product(name: "FiresteelTimeline", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FlagFileFuzz",
            dependencies: [
                .product(name: "FiresteelFlagAuthoring", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "JsonLogicFuzz",
            dependencies: [.product(name: "FiresteelFlags", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "OptimizelyFuzz",
            dependencies: [
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelOptimizely", package: "firesteel"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "RouteFuzz",
            dependencies: [.product(name: "Firesteel", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "ExternalInputFuzz",
            dependencies: [.product(name: "Firesteel", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "SignedTransactionFuzz",
            dependencies: [.product(name: "FiresteelAppStore", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "HTTPServerFuzz",
            dependencies: [
                .product(name: "FiresteelHTTP", package: "firesteel"),
                .product(name: "FiresteelHTTPServer", package: "firesteel"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "ArgumentsFuzz",
            dependencies: [
                .product(name: "FiresteelCommands", package: "firesteel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        // Of the examples, which FIRESTEEL_EXAMPLES=1 adds to the package.
        .executableTarget(
            name: "MarkdownFuzz",
            dependencies: [.product(name: "DocumentsCore", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
