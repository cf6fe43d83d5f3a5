// swift-tools-version: 6.2
import CompilerPluginSupport
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
        .library(name: "FiresteelFlags", targets: ["FiresteelFlags"]),
        .library(name: "FiresteelOptimizely", targets: ["FiresteelOptimizely"]),
        .library(name: "FiresteelRemote", targets: ["FiresteelRemote"]),
        .library(name: "FiresteelFirebase", targets: ["FiresteelFirebase"]),
        .library(name: "FiresteelAsyncHTTPClient", targets: ["FiresteelAsyncHTTPClient"]),
        .library(name: "FiresteelConfiguration", targets: ["FiresteelConfiguration"]),
        .library(name: "FiresteelPostHog", targets: ["FiresteelPostHog"]),
        .library(name: "FiresteelAppStore", targets: ["FiresteelAppStore"]),
        .library(name: "FiresteelReports", targets: ["FiresteelReports"]),
        .library(name: "FiresteelOTLP", targets: ["FiresteelOTLP"]),
        .library(name: "FiresteelApple", targets: ["FiresteelApple"]),
        .library(name: "FiresteelTesting", targets: ["FiresteelTesting"]),
        .library(name: "FiresteelInspector", targets: ["FiresteelInspector"]),
        .library(name: "FiresteelMacros", targets: ["FiresteelMacros"]),
        .plugin(name: "FlagAccessors", targets: ["FlagAccessorsPlugin"]),
        .executable(name: "firesteel-flag-accessors", targets: ["firesteel-flag-accessors"]),
        .executable(name: "firesteel", targets: ["FiresteelCommandLine"]),
        .executable(name: "documents", targets: ["Documents"]),
        .executable(name: "planner", targets: ["Planner"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: [.defaults, "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    ],
    targets: [
        // Floor 1: what happened, on disk
        .target(name: "CFiresteelTimeline", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .target(
            name: "FiresteelTimeline",
            dependencies: ["CFiresteelTimeline"],
            swiftSettings: settings),

        // Floor 1 too: values that decide behaviour
        .target(
            name: "FiresteelFlags",
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),

        // Flags that others define: what needs no HTTP, what needs nothing but HTTP, and what needs more, each apart
        .target(name: "FiresteelOptimizely", dependencies: ["FiresteelFlags"], swiftSettings: settings),
        .target(
            name: "FiresteelRemote",
            dependencies: ["FiresteelFlags", "FiresteelOptimizely"],
            swiftSettings: settings),
        .target(
            name: "FiresteelFirebase",
            dependencies: [
                "FiresteelFlags", "FiresteelRemote",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelAsyncHTTPClient",
            dependencies: [
                "FiresteelRemote",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelConfiguration",
            dependencies: [
                "FiresteelFlags",
                .product(name: "Configuration", package: "swift-configuration"),
            ],
            swiftSettings: settings),

        // Floor 2: the model; the pages
        .target(
            name: "Firesteel",
            dependencies: [
                "FiresteelFlags", "FiresteelTimeline",
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

        // The app's edges that need more than the core has
        .systemLibrary(
            name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "FiresteelPostHog",
            dependencies: ["CZlib", "Firesteel", "FiresteelRemote", "FiresteelTimeline"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelAppStore",
            dependencies: [
                "Firesteel", "FiresteelFlags",
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CArchive", path: "Sources/CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(
            name: "FiresteelReports",
            dependencies: ["CArchive", "Firesteel", "FiresteelFlags", "FiresteelTimeline"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelOTLP",
            dependencies: ["FiresteelFlags", "FiresteelRemote", "FiresteelTimeline"],
            swiftSettings: settings),
        .target(
            name: "FiresteelApple",
            dependencies: ["Firesteel", "FiresteelTimeline"],
            swiftSettings: settings),

        // The command line
        .target(
            name: "FiresteelCommands",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelOTLP", "FiresteelRemote", "FiresteelTimeline", "FlagAccessors",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "FiresteelCommandLine",
            dependencies: ["FiresteelCommands"],
            swiftSettings: settings),

        // Beside floor 2: what writes declarations for the author of a program
        // The only target that needs swift-syntax, which is thereby compiled once, for the machine that builds. No test
        // may depend on it: SwiftPM then builds all tests, and all that they need, once more for that machine, and does
        // so without waiting for the executables that tests import. The tests of macros have the compiler expand them.
        .macro(
            name: "FiresteelMacrosPlugin",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelMacros",
            dependencies: ["Firesteel", "FiresteelFlags", "FiresteelMacrosPlugin"],
            swiftSettings: settings),
        .target(
            name: "FlagAccessors",
            dependencies: ["FiresteelFlags"],
            swiftSettings: settings),
        .executableTarget(
            name: "firesteel-flag-accessors",
            dependencies: [
                "FlagAccessors",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/FlagAccessorGenerator",
            swiftSettings: settings),
        .plugin(
            name: "FlagAccessorsPlugin",
            capability: .buildTool(),
            dependencies: ["firesteel-flag-accessors"],
            path: "Plugins/FlagAccessors"),

        // Floor 3: in a running program; in tests
        .target(
            name: "FiresteelInspector",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelTimeline", "FiresteelWeb",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelTesting",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelTimeline",
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
                "CCMark", "Firesteel", "FiresteelFlags", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Examples/Documents/Core",
            swiftSettings: settings),
        .executableTarget(
            name: "Documents",
            dependencies: [
                "DocumentsCore", "Firesteel", "FiresteelFlags", "FiresteelTimeline", "FiresteelInspector",
                "FiresteelRemote", "FiresteelReports", "FiresteelWeb",
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

        // A program for the terminal with everything that leads in and out of one, compiled as its authors' programs are
        .executableTarget(
            name: "Planner",
            dependencies: ["Firesteel", "FiresteelReports", "FiresteelTimeline"],
            path: "Examples/Planner",
            exclude: ["Tests"]),

        // Tests
        .testTarget(
            name: "PlannerTests",
            dependencies: ["Planner"],
            path: "Examples/Planner/Tests",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelTimelineTests",
            dependencies: ["FiresteelTimeline", "CFiresteelTimeline", "TimelineCrashChild", "PerformCrashChild"],
            swiftSettings: settings),
        .executableTarget(
            name: "PerformCrashChild",
            dependencies: ["Firesteel", "FiresteelFlags", "FiresteelTimeline"],
            path: "Tests/PerformCrashChild",
            swiftSettings: settings),
        .executableTarget(
            name: "TimelineCrashChild",
            dependencies: ["FiresteelTimeline", "CFiresteelTimeline"],
            path: "Tests/TimelineCrashChild",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelFlagsTests",
            dependencies: ["FiresteelFlags", "FiresteelTesting"],
            exclude: ["Conformance/fractional_cases.json", "Conformance/jsonlogic_cases.json"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelOptimizelyTests",
            dependencies: ["FiresteelOptimizely", "FiresteelFlags"],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .target(
            name: "HTTPTesting",
            dependencies: ["FiresteelFlags", "FiresteelRemote"],
            path: "Tests/HTTPTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelRemoteTests",
            dependencies: [
                "FiresteelRemote", "FiresteelFlags", "FiresteelOptimizely", "FiresteelTesting", "HTTPTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelAsyncHTTPClientTests",
            dependencies: ["FiresteelAsyncHTTPClient", "FiresteelRemote", "HTTPTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelFirebaseTests",
            dependencies: [
                "FiresteelFirebase", "FiresteelRemote", "FiresteelFlags", "FiresteelTesting", "HTTPTesting",
            ],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelConfigurationTests",
            dependencies: [
                "FiresteelConfiguration", "FiresteelFlags", "FiresteelTesting",
                .product(name: "Configuration", package: "swift-configuration"),
            ],
            swiftSettings: settings),
        .target(
            name: "CompilerTesting",
            path: "Tests/CompilerTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelTests",
            dependencies: [
                "CompilerTesting", "Firesteel", "FiresteelFlags", "FiresteelTesting", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["CompileTime"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelPostHogTests",
            dependencies: [
                "AnalyticsCrashChild", "CZlib", "FiresteelPostHog", "Firesteel", "FiresteelRemote", "FiresteelTesting",
                "FiresteelTimeline", "HTTPTesting",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "AnalyticsCrashChild",
            dependencies: ["Firesteel", "FiresteelPostHog", "FiresteelRemote", "FiresteelTimeline"],
            path: "Tests/AnalyticsCrashChild",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelAppStoreTests",
            dependencies: [
                "FiresteelAppStore", "Firesteel", "FiresteelFlags", "FiresteelTesting",
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelReportsTests",
            dependencies: [
                "FiresteelReports", "Firesteel", "FiresteelFlags", "FiresteelTesting", "FiresteelTimeline",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelOTLPTests",
            dependencies: ["FiresteelOTLP", "Firesteel", "FiresteelRemote", "FiresteelTesting", "FiresteelTimeline"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelCommandsTests",
            dependencies: [
                "FiresteelCommands", "FiresteelCommandLine", "Firesteel", "FiresteelFlags", "FiresteelOTLP",
                "FiresteelTesting", "FiresteelTimeline", "PerformCrashChild",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelMacrosTests",
            dependencies: ["CompilerTesting", "Firesteel", "FiresteelFlags", "FiresteelMacros", "FiresteelTesting"],
            exclude: ["Expansions/Shared"],
            swiftSettings: settings),
        .testTarget(
            name: "FlagAccessorTests",
            dependencies: ["CompilerTesting", "FlagAccessors", "FiresteelFlags"],
            exclude: ["Random/Program"],
            swiftSettings: settings,
            plugins: ["FlagAccessorsPlugin"]),
        .testTarget(
            name: "FiresteelInspectorTests",
            dependencies: [
                "FiresteelInspector", "FiresteelTesting", "Firesteel", "FiresteelFlags", "FiresteelTimeline",
                "FiresteelWeb", "HTTPTesting",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelInspector", "FiresteelTesting", "FiresteelTimeline", "Notes",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "Documents", "DocumentsCore", "Firesteel", "FiresteelFlags", "FiresteelInspector", "FiresteelTesting",
                "FiresteelTimeline", "HTTPTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Examples/Documents/Tests",
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Variants of the package for its own maintenance. Whoever depends on the package sees none of them.

// `FIRESTEEL_ONLY=A,B` leaves the targets of these names and all that they need: building the tests otherwise builds every
// target. `FIRESTEEL_CORE_ONLY=1` leaves the core and its tests, which is all that ThreadSanitizer runs and fuzzing need.
if Context.environment["FIRESTEEL_CORE_ONLY"] == "1" {
    keep([
        "FiresteelTimelineTests", "FiresteelFlagsTests", "FiresteelOptimizelyTests", "FiresteelRemoteTests",
        "FiresteelTests",
    ])
} else if let names = Context.environment["FIRESTEEL_ONLY"] {
    keep(names.split(separator: ",").map(String.init))
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
    for target in package.targets where target.type != .system && target.type != .plugin {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
        target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}

/// Leaves the named targets and all that they need, of this package and of others.
@MainActor
private func keep(_ names: [String]) {
    var kept: Set<String> = []
    var next = names
    while let name = next.popLast() {
        guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        next += target.dependencies.compactMap(targetName)
        if !(target.plugins ?? []).isEmpty { next += package.targets.filter { $0.type == .plugin }.map(\.name) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        switch product {
        case let library as Product.Library: !library.targets.allSatisfy(kept.contains)
        case let executable as Product.Executable: !executable.targets.allSatisfy(kept.contains)
        case let plugin as Product.Plugin: !plugin.targets.allSatisfy(kept.contains)
        default: true
        }
    }
    let used = Set(package.targets.flatMap(\.dependencies).compactMap(packageName))
    package.dependencies.removeAll { dependency in !used.contains { dependency.names($0) } }
}

/// The target of this package that a dependency is, if it is one.
private func targetName(_ dependency: Target.Dependency) -> String? {
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
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
