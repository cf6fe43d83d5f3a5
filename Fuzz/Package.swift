// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, apart from the package itself: they need a sanitizer that nothing else is built with.
let package = Package(
    name: "firesteel-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "firesteel", path: "..", traits: ["AppStore"])],
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
        // Of the examples, which FIRESTEEL_EXAMPLES=1 adds to the package.
        .executableTarget(
            name: "MarkdownFuzz",
            dependencies: [.product(name: "DocumentsCore", package: "firesteel")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
