// swift-tools-version: 6.2
import PackageDescription

// Upcoming language features that every target is written in.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "firesteel",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Firesteel", targets: ["Firesteel"]),
        .library(name: "FiresteelTimeline", targets: ["FiresteelTimeline"]),
        .library(name: "FiresteelTesting", targets: ["FiresteelTesting"]),
        .library(name: "FiresteelInspector", targets: ["FiresteelInspector"]),
        .executable(name: "documents", targets: ["Documents"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Floor 1: what happened, on disk
        .target(name: "CFiresteelTimeline"),
        .target(
            name: "FiresteelTimeline",
            dependencies: ["CFiresteelTimeline"],
            swiftSettings: settings),

        // Floor 2: the model; the pages
        .target(
            name: "Firesteel",
            dependencies: [
                "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelWeb",
            resources: [.copy("Pages")],
            swiftSettings: settings),

        // Floor 3: in a running program; in tests
        .target(
            name: "FiresteelInspector",
            dependencies: [
                "Firesteel", "FiresteelTimeline", "FiresteelWeb",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelTesting",
            dependencies: [
                "Firesteel", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        // The demo
        .systemLibrary(
            name: "CCMark",
            path: "Examples/Documents/CCMark",
            pkgConfig: "libcmark",
            providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .target(
            name: "DocumentsCore",
            dependencies: [
                "CCMark", "Firesteel", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Examples/Documents/Core",
            swiftSettings: settings),
        .executableTarget(
            name: "Documents",
            dependencies: [
                "DocumentsCore", "Firesteel", "FiresteelTimeline", "FiresteelInspector",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Examples/Documents/App",
            resources: [.copy("Pages"), .copy("Samples")],
            swiftSettings: settings),

        // The program of the README, compiled as its readers' programs are
        .executableTarget(
            name: "Notes",
            dependencies: ["Firesteel", "FiresteelTimeline"],
            path: "Examples/Notes"),

        // Tests
        .testTarget(
            name: "FiresteelTimelineTests",
            dependencies: ["FiresteelTimeline", "CFiresteelTimeline", "TimelineCrashChild", "PerformCrashChild"],
            exclude: ["Golden"],
            swiftSettings: settings),
        .executableTarget(
            name: "PerformCrashChild",
            dependencies: ["Firesteel", "FiresteelTimeline"],
            path: "Tests/PerformCrashChild",
            swiftSettings: settings),
        .executableTarget(
            name: "TimelineCrashChild",
            dependencies: ["FiresteelTimeline", "CFiresteelTimeline"],
            path: "Tests/TimelineCrashChild",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelTests",
            dependencies: [
                "Firesteel", "FiresteelTesting", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["CompileTime"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelInspectorTests",
            dependencies: [
                "FiresteelInspector", "FiresteelTesting", "Firesteel", "FiresteelTimeline", "FiresteelWeb",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "Firesteel", "FiresteelInspector", "FiresteelTesting", "FiresteelTimeline", "Notes",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "Documents", "DocumentsCore", "Firesteel", "FiresteelTesting", "FiresteelTimeline",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Examples/Documents/Tests",
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Variants of the package for its own maintenance. Whoever depends on the package sees none of them.

// `FIRESTEEL_CORE_ONLY=1` leaves only the core and its tests: ThreadSanitizer runs need nothing else, and a build of
// the tests would otherwise build every target.
if Context.environment["FIRESTEEL_CORE_ONLY"] == "1" {
    let core: Set = [
        "CFiresteelTimeline", "FiresteelTimeline", "Firesteel", "FiresteelTesting",
        "TimelineCrashChild", "PerformCrashChild", "FiresteelTimelineTests", "FiresteelTests",
    ]
    package.targets.removeAll { !core.contains($0.name) }
    package.products.removeAll { !core.contains($0.name) }
    let used = Set(package.targets.flatMap(\.dependencies).compactMap(packageName))
    package.dependencies.removeAll { dependency in !used.contains { dependency.names($0) } }
}

// `FIRESTEEL_THREAD_SANITIZER=1` links what tells ThreadSanitizer about contended mutexes into the tests.
#if os(Linux)
if Context.environment["FIRESTEEL_THREAD_SANITIZER"] == "1" {
    package.targets.append(.target(name: "ThreadSanitizerMutex", path: "Tests/ThreadSanitizerMutex"))
    for target in package.targets where target.type == .test {
        target.dependencies.append("ThreadSanitizerMutex")
    }
}
#endif

// `FIRESTEEL_DOCS=1` adds the DocC plug-in, which nobody who uses the package has to fetch.
if Context.environment["FIRESTEEL_DOCS"] == "1" {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// `FIRESTEEL_STRICT=1` turns warnings into errors, as continuous integration does.
if Context.environment["FIRESTEEL_STRICT"] == "1" {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
        target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}

/// The package that a target's dependency comes from, if it is not this one.
private func packageName(_ dependency: Target.Dependency) -> String? {
    guard case .productItem(_, let package, _, _) = dependency else { return nil }
    return package
}

extension Package.Dependency {
    /// Whether this is the package of the given name, which is the last part of its address.
    fileprivate func names(_ package: String) -> Bool {
        guard case .sourceControl(_, let location, _) = kind else { return false }
        return location.split(separator: "/").last.map { $0 == package } ?? false
    }
}
