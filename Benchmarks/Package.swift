// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// `FIRESTEEL_OFFICIAL=1` measures Firesteel without unofficial features of compiler and runtime.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["FIRESTEEL_OFFICIAL"] == "1" ? ["HTTP", "Inspector", "OfficialOnly"] : ["HTTP", "Inspector"]

// A separate package that needs the core, and for calls of actions its HTTP server: packages that use Firesteel don't resolve
// it, and a release build is short.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "firesteel", path: "..", traits: traits),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        // Measured in comparison to flags only.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    ],
    targets: [
        .target(name: "CBenchmarkSupport"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CBenchmarkSupport",
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelAutomation", package: "firesteel"),
                .product(name: "FiresteelBehaviour", package: "firesteel"),
                .product(name: "FiresteelCatalogue", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "FiresteelHTTP", package: "firesteel"),
                .product(name: "FiresteelInsight", package: "firesteel"),
                .product(name: "FiresteelPostHog", package: "firesteel"),
                .product(name: "FiresteelRemote", package: "firesteel"),
                .product(name: "FiresteelReplay", package: "firesteel"),
                .product(name: "FiresteelTimeline", package: "firesteel"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
