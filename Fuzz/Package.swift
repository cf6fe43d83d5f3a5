// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, in a separate package because they require a sanitizer.
let package = Package(
    name: "firesteel-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: ["AppStore", "CommandLine"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "JournalFuzz",
            dependencies: [.product(name: "FiresteelTimeline", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FlagFileFuzz",
            dependencies: [.product(name: "FiresteelFlags", package: "firesteel")],
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
            name: "ArgumentsFuzz",
            dependencies: [
                .product(name: "FiresteelCommands", package: "firesteel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
