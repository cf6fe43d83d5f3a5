// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// The examples as programs that depend on Firesteel, with the traits that they need. Their tests belong to the parent
// package, which also builds these targets if FIRESTEEL_EXAMPLES=1 is set.
let package = Package(
    name: "firesteel-examples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "documents", targets: ["Documents"]),
        .executable(name: "planner", targets: ["Planner"]),
    ],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: ["Inspector"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        // The program of the README, compiled like a program that uses Firesteel
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
            ],
            path: "Notes"),

        // A program for the terminal with links, activities, analytics, a purchase and a permission
        .executableTarget(
            name: "Planner",
            dependencies: [
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelAutomation", package: "firesteel"),
                .product(name: "FiresteelCatalogue", package: "firesteel"),
                .product(name: "FiresteelPermissions", package: "firesteel"),
                .product(name: "FiresteelPurchases", package: "firesteel"),
                .product(name: "FiresteelReports", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
            ],
            path: "Planner",
            exclude: ["Tests"]),

        // The demo: a web app over a folder of Markdown files
        .systemLibrary(
            name: "CCMark",
            path: "Documents/CCMark",
            pkgConfig: "libcmark",
            providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .target(
            name: "DocumentsCore",
            dependencies: [
                "CCMark",
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelPurchases", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Documents/Core",
            swiftSettings: settings),
        .executableTarget(
            name: "Documents",
            dependencies: [
                "DocumentsCore",
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelBehaviour", package: "firesteel"),
                .product(name: "FiresteelCatalogue", package: "firesteel"),
                .product(name: "FiresteelFlagAuthoring", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelHTTP", package: "firesteel"),
                .product(name: "FiresteelHTTPServer", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "FiresteelInspector", package: "firesteel"),
                .product(name: "FiresteelPermissions", package: "firesteel"),
                .product(name: "FiresteelPurchases", package: "firesteel"),
                .product(name: "FiresteelRemote", package: "firesteel"),
                .product(name: "FiresteelReplay", package: "firesteel"),
                .product(name: "FiresteelReports", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "FiresteelWeb", package: "firesteel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Documents/App",
            resources: [.copy("Pages"), .copy("Samples")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
