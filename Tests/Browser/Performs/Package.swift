// swift-tools-version: 6.2
import PackageDescription

// What `make bench-pages` measures, apart from the package itself: nothing else needs an optimized inspector.
let package = Package(
    name: "firesteel-performs",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firesteel", path: "../../..", traits: ["Inspector"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "Performs",
            dependencies: [
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelInspector", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
