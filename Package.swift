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

// What needs packages that the core doesn't is a trait, and none is enabled by default: a program resolves what it
// compiles. In a checkout, scripts/build enables Everything.
//
// No trait enables another: SwiftPM defines all that are enabled in an order that differs from plan to plan, and then
// compiles everything again. One alone has one order.
let traits: Set<Trait> = [
    .trait(name: "AppStore", description: "FiresteelAppStore, with jwt-kit, swift-asn1 and swift-certificates"),
    .trait(name: "AsyncHTTPClient", description: "FiresteelAsyncHTTPClient, with async-http-client and swift-nio"),
    .trait(name: "CommandLine", description: "The command line firesteel, with swift-argument-parser"),
    .trait(name: "Configuration", description: "FiresteelConfiguration, with swift-configuration"),
    .trait(name: "Everything", description: "All that the other traits enable"),
    .trait(name: "Firebase", description: "FiresteelFirebase"),
    .trait(name: "FlagAccessors", description: "The plug-in FlagAccessors, with swift-argument-parser"),
    .trait(name: "HTTP", description: "FiresteelHTTP, -Insight, -OTLP, -OptimizelyRemote, -PostHog and -Remote"),
    .trait(name: "Hummingbird", description: "FiresteelHummingbird, with hummingbird; not part of Everything"),
    .trait(name: "Inspector", description: "FiresteelInspector, -Automation and -HTTPServer, with swift-nio"),
    .trait(name: "Macros", description: "FiresteelMacros, with swift-syntax"),
    .trait(name: "Server", description: "The server firesteel-server, with GRDB, swift-nio-ssl and async-http-client"),
    .trait(name: "OfficialOnly", description: "Builds without unofficial features of compiler and runtime"),
]

/// The traits that need HTTP messages.
let http: Set<String> = ["AsyncHTTPClient", "CommandLine", "Firebase", "HTTP", "Inspector", "Server"]

/// The traits that need an HTTP server.
let httpServer: Set<String> = ["Inspector", "Server"]

/// The traits that need SwiftNIO.
let nio: Set<String> = ["AsyncHTTPClient", "Inspector", "Server"]

/// The traits that need cryptography.
let crypto: Set<String> = ["AppStore", "Server"]

/// The traits that need arguments of a command line.
let arguments: Set<String> = ["CommandLine", "FlagAccessors", "Server"]

extension Target.Dependency {
    /// A product of another package, where one of these traits is enabled.
    static func product(_ name: String, _ package: String, for traits: Set<String>) -> Target.Dependency {
        .product(name: name, package: package, condition: .when(traits: traits.union(["Everything"])))
    }

    /// A target of this package, where one of these traits is enabled.
    ///
    /// So that a product whose trait is off says so itself, and not what it needs.
    static func module(_ name: String, for traits: Set<String>) -> Target.Dependency {
        .target(name: name, condition: .when(traits: traits.union(["Everything"])))
    }
}

let package = Package(
    name: "firesteel",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Firesteel", targets: ["Firesteel"]),
        .library(name: "FiresteelPurchases", targets: ["FiresteelPurchases"]),
        .library(name: "FiresteelPermissions", targets: ["FiresteelPermissions"]),
        .library(name: "FiresteelBehaviour", targets: ["FiresteelBehaviour"]),
        .library(name: "FiresteelCatalogue", targets: ["FiresteelCatalogue"]),
        .library(name: "FiresteelTimeline", targets: ["FiresteelTimeline"]),
        .library(name: "FiresteelFlags", targets: ["FiresteelFlags"]),
        .library(name: "FiresteelFlagAuthoring", targets: ["FiresteelFlagAuthoring"]),
        .library(name: "FiresteelStatistics", targets: ["FiresteelStatistics"]),
        .library(name: "FiresteelHTTP", targets: ["FiresteelHTTP"]),
        .library(name: "FiresteelOptimizely", targets: ["FiresteelOptimizely"]),
        .library(name: "FiresteelOptimizelyRemote", targets: ["FiresteelOptimizelyRemote"]),
        .library(name: "FiresteelRemote", targets: ["FiresteelRemote"]),
        .library(name: "FiresteelFirebase", targets: ["FiresteelFirebase"]),
        .library(name: "FiresteelAsyncHTTPClient", targets: ["FiresteelAsyncHTTPClient"]),
        .library(name: "FiresteelConfiguration", targets: ["FiresteelConfiguration"]),
        .library(name: "FiresteelPostHog", targets: ["FiresteelPostHog"]),
        .library(name: "FiresteelAppStore", targets: ["FiresteelAppStore"]),
        .library(name: "FiresteelReports", targets: ["FiresteelReports"]),
        .library(name: "FiresteelOTLP", targets: ["FiresteelOTLP"]),
        .library(name: "FiresteelInsight", targets: ["FiresteelInsight"]),
        .library(name: "FiresteelApple", targets: ["FiresteelApple"]),
        .library(name: "FiresteelTesting", targets: ["FiresteelTesting"]),
        .library(name: "FiresteelHummingbird", targets: ["FiresteelHummingbird"]),
        .library(name: "FiresteelReplay", targets: ["FiresteelReplay"]),
        .library(name: "FiresteelInspector", targets: ["FiresteelInspector"]),
        .library(name: "FiresteelAutomation", targets: ["FiresteelAutomation"]),
        .library(name: "FiresteelHTTPServer", targets: ["FiresteelHTTPServer"]),
        .library(name: "FiresteelWeb", targets: ["FiresteelWeb"]),
        .library(name: "FiresteelMacros", targets: ["FiresteelMacros"]),
        .plugin(name: "FlagAccessors", targets: ["FlagAccessorsPlugin"]),
        .executable(name: "firesteel-flag-accessors", targets: ["firesteel-flag-accessors"]),
        .executable(name: "firesteel", targets: ["FiresteelCommandLine"]),
        .executable(name: "firesteel-server", targets: ["FiresteelServerCommand"]),
    ],
    traits: traits,
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: [.defaults, "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    ],
    targets: [
        // What products of a trait are built after: an error that names the trait where it is off. A product can't say so
        // itself, since the compiler stops at the first import of a module that isn't there.
        .target(name: "AppStoreTrait", path: "Sources/PackageTraits/AppStore"),
        .target(name: "AsyncHTTPClientTrait", path: "Sources/PackageTraits/AsyncHTTPClient"),
        .target(name: "CommandLineTrait", path: "Sources/PackageTraits/CommandLine"),
        .target(name: "ConfigurationTrait", path: "Sources/PackageTraits/Configuration"),
        .target(name: "FirebaseTrait", path: "Sources/PackageTraits/Firebase"),
        .target(name: "HTTPTrait", path: "Sources/PackageTraits/HTTP"),
        .target(name: "HummingbirdTrait", path: "Sources/PackageTraits/Hummingbird"),
        .target(name: "InspectorTrait", path: "Sources/PackageTraits/Inspector"),
        .target(name: "MacrosTrait", path: "Sources/PackageTraits/Macros"),
        .target(name: "ServerTrait", path: "Sources/PackageTraits/Server"),

        // Floor 1: what several modules need, without any dependency
        .target(name: "FiresteelBase", swiftSettings: settings),

        // Floor 1 too, and no part of the core: comparisons of rates and means, without any dependency
        .target(name: "FiresteelStatistics", swiftSettings: settings),

        // Floor 1 too, and no part of the core: messages and transports of HTTP
        .target(
            name: "FiresteelHTTP",
            dependencies: ["HTTPTrait", .product("HTTPTypes", "swift-http-types", for: http)],
            swiftSettings: settings),

        // Floor 2: what happened, on disk
        .target(name: "CFiresteelTimeline", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .target(
            name: "FiresteelTimeline",
            dependencies: ["CFiresteelTimeline", "FiresteelBase"],
            swiftSettings: settings),

        // Floor 2 too: values that decide behaviour
        .target(
            name: "FiresteelFlags",
            dependencies: ["FiresteelBase"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),

        // Flags that others define: what needs no HTTP, what needs nothing but HTTP, and what needs more, each apart
        .target(
            name: "FiresteelOptimizely", dependencies: ["FiresteelBase", "FiresteelFlags"], swiftSettings: settings),
        .target(
            name: "FiresteelRemote",
            dependencies: [
                "HTTPTrait",
                "FiresteelBase", "FiresteelFlags", .module("FiresteelHTTP", for: http),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelOptimizelyRemote",
            dependencies: [
                "HTTPTrait",
                "FiresteelFlags", .module("FiresteelHTTP", for: http), "FiresteelOptimizely",
                .module("FiresteelRemote", for: http),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelFirebase",
            dependencies: [
                "FirebaseTrait",
                "FiresteelBase", "FiresteelFlags", .module("FiresteelHTTP", for: http),
                .module("FiresteelRemote", for: http),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        // Flags as documents that people edit, with imports and exports: for a server and for tools, and for no program
        // that reads flags. What imports Firebase's templates needs the trait that reads them.
        .target(
            name: "FiresteelFlagAuthoring",
            dependencies: [
                "FiresteelBase", .module("FiresteelFirebase", for: ["Firebase", "Server"]), "FiresteelFlags",
                "FiresteelOptimizely",
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelAsyncHTTPClient",
            dependencies: [
                "AsyncHTTPClientTrait",
                .module("FiresteelHTTP", for: ["AsyncHTTPClient"]),
                .product("AsyncHTTPClient", "async-http-client", for: ["AsyncHTTPClient"]),
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("NIOCore", "swift-nio", for: nio),
                .product("NIOHTTP1", "swift-nio", for: nio),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelConfiguration",
            dependencies: [
                "ConfigurationTrait",
                "FiresteelFlags",
                .product("Configuration", "swift-configuration", for: ["Configuration", "Server"]),
            ],
            swiftSettings: settings),

        // Floor 3: the model
        .target(
            name: "Firesteel",
            dependencies: [
                "FiresteelBase",
                "FiresteelFlags", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),

        // Floor 4: particular kinds of constraints, and the declarations as data
        .target(
            name: "FiresteelPurchases",
            dependencies: ["Firesteel", "FiresteelBase", "FiresteelFlags"],
            swiftSettings: settings),
        .target(
            name: "FiresteelPermissions", dependencies: ["Firesteel", "FiresteelBase"], swiftSettings: settings),
        .target(
            name: "FiresteelCatalogue",
            dependencies: ["Firesteel", "FiresteelFlags", "FiresteelTimeline"],
            swiftSettings: settings),

        // Floor 4 too, and no part of the core: what people do, and do next
        .target(
            name: "FiresteelBehaviour",
            dependencies: ["Firesteel", "FiresteelStatistics", "FiresteelTimeline"],
            swiftSettings: settings),

        // Above the timeline: the kit of pages, and a run as one page
        .target(
            name: "FiresteelWeb",
            dependencies: ["FiresteelBase", "FiresteelTimeline"],
            resources: [.copy("Pages")],
            swiftSettings: settings),

        // The app's edges that need more than the core has
        .systemLibrary(
            name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "FiresteelGzip", dependencies: ["CZlib"], swiftSettings: settings),
        .target(
            name: "FiresteelPostHog",
            dependencies: [
                "HTTPTrait",
                "Firesteel", "FiresteelBase", "FiresteelGzip", .module("FiresteelHTTP", for: http), "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelAppStore",
            dependencies: [
                "AppStoreTrait",
                "Firesteel", "FiresteelFlags", "FiresteelPurchases",
                .product("JWTKit", "jwt-kit", for: ["AppStore"]),
                .product("SwiftASN1", "swift-asn1", for: ["AppStore"]),
                .product("X509", "swift-certificates", for: ["AppStore"]),
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CArchive", path: "Sources/CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .target(
            name: "FiresteelReports",
            dependencies: [
                "FiresteelBase", "CArchive", "Firesteel", "FiresteelCatalogue", "FiresteelFlags",
                "FiresteelPermissions", "FiresteelPurchases", "FiresteelTimeline", "FiresteelWeb",
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelOTLP",
            dependencies: [
                "HTTPTrait",
                "FiresteelBase", .module("FiresteelHTTP", for: http), "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelInsight",
            dependencies: [
                "HTTPTrait",
                "FiresteelBase", "FiresteelGzip", .module("FiresteelHTTP", for: http), "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "FiresteelApple",
            dependencies: [
                "Firesteel", .module("FiresteelHTTP", for: ["Inspector"]),
                .module("FiresteelInspector", for: ["Inspector"]), "FiresteelPermissions", "FiresteelPurchases",
                "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: ["Inspector"]),
            ],
            swiftSettings: settings),

        // Tests and replays of what was recorded
        .target(
            name: "FiresteelReplay",
            dependencies: [
                "HTTPTrait",
                "FiresteelBase",
                "Firesteel", "FiresteelCatalogue", "FiresteelFlags", .module("FiresteelInsight", for: http),
                "FiresteelTimeline",
                "FlagAccessors",
            ],
            swiftSettings: settings),

        // The command line
        .target(
            name: "FiresteelCommands",
            dependencies: [
                "CommandLineTrait",
                "FiresteelBase",
                "Firesteel", "FiresteelCatalogue", "FiresteelFlagAuthoring", "FiresteelFlags",
                .module("FiresteelHTTP", for: ["CommandLine"]), .module("FiresteelInsight", for: ["CommandLine"]),
                .module("FiresteelOTLP", for: ["CommandLine"]), "FiresteelReplay", "FiresteelTimeline", "FiresteelWeb",
                "FlagAccessors",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "FiresteelCommandLine",
            dependencies: ["FiresteelCommands"],
            swiftSettings: settings),

        // What writes declarations for the author of a program
        // The only target that needs swift-syntax, which is thereby compiled once, for the machine that builds. No test
        // may depend on it: SwiftPM then builds all tests, and all that they need, once more for that machine, and does
        // so without waiting for the executables that tests import. The tests of macros have the compiler expand them.
        .macro(
            name: "FiresteelMacrosPlugin",
            dependencies: [
                .product("SwiftCompilerPlugin", "swift-syntax", for: ["Macros"]),
                .product("SwiftDiagnostics", "swift-syntax", for: ["Macros"]),
                .product("SwiftParser", "swift-syntax", for: ["Macros"]),
                .product("SwiftSyntax", "swift-syntax", for: ["Macros"]),
                .product("SwiftSyntaxBuilder", "swift-syntax", for: ["Macros"]),
                .product("SwiftSyntaxMacros", "swift-syntax", for: ["Macros"]),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelHummingbird",
            dependencies: [
                "HummingbirdTrait", "Firesteel",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelMacros",
            dependencies: [
                "MacrosTrait", "Firesteel", "FiresteelFlags", .module("FiresteelMacrosPlugin", for: ["Macros"]),
            ],
            swiftSettings: settings),
        .target(
            name: "FlagAccessors",
            dependencies: ["FiresteelFlags"],
            swiftSettings: settings),
        .executableTarget(
            name: "firesteel-flag-accessors",
            dependencies: [
                "FlagAccessors",
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
            ],
            path: "Sources/FlagAccessorGenerator",
            swiftSettings: settings),
        .plugin(
            name: "FlagAccessorsPlugin",
            capability: .buildTool(),
            dependencies: ["firesteel-flag-accessors"],
            path: "Plugins/FlagAccessors"),

        // Floor 2, and floor 5 after it: in a running program; in tests
        .target(
            name: "FiresteelHTTPServer",
            dependencies: [
                "InspectorTrait", "FiresteelBase",
                .module("FiresteelHTTP", for: httpServer),
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("NIOCore", "swift-nio", for: nio),
                .product("NIOHTTP1", "swift-nio", for: nio),
                .product("NIOPosix", "swift-nio", for: httpServer),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelInspector",
            dependencies: [
                "InspectorTrait",
                "FiresteelBase",
                "Firesteel", "FiresteelBehaviour", "FiresteelCatalogue", "FiresteelFlags",
                .module("FiresteelHTTP", for: httpServer),
                .module("FiresteelHTTPServer", for: httpServer), .module("FiresteelInsight", for: httpServer),
                "FiresteelPermissions", "FiresteelPurchases", "FiresteelReplay", "FiresteelTimeline",
                "FiresteelWeb",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("Pages")],
            swiftSettings: settings),
        .target(
            name: "FiresteelAgents",
            dependencies: [
                "InspectorTrait", "FiresteelBase",
                .module("FiresteelHTTP", for: httpServer), .module("FiresteelHTTPServer", for: httpServer),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelAutomation",
            dependencies: [
                "InspectorTrait",
                "Firesteel", .module("FiresteelAgents", for: httpServer), "FiresteelBase", "FiresteelFlags",
                .module("FiresteelHTTP", for: httpServer), .module("FiresteelHTTPServer", for: httpServer),
                "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "FiresteelTesting",
            dependencies: [
                "Firesteel", "FiresteelBase", "FiresteelFlags", "FiresteelPermissions", "FiresteelPurchases",
                "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        // The server: databases, what it stores, its operations and pages, its command
        .systemLibrary(
            name: "CLibPQ", path: "Server/Sources/CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Server/Sources/COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        .target(
            name: "FiresteelDatabase",
            dependencies: [
                "ServerTrait",
                "CLibPQ", .product("GRDB", "GRDB.swift", for: ["Server"]),
                .product("GRDBSQLite", "GRDB.swift", for: ["Server"]),
            ],
            path: "Server/Sources/FiresteelDatabase",
            swiftSettings: settings),
        .target(
            name: "FiresteelStore",
            dependencies: [
                "FiresteelBase", "FiresteelDatabase", "FiresteelFlagAuthoring", "FiresteelFlags", "FiresteelGzip",
                .module("FiresteelInsight", for: ["Server"]), "FiresteelStatistics", "FiresteelTimeline",
                .product("Crypto", "swift-crypto", for: crypto),
            ],
            path: "Server/Sources/FiresteelStore",
            swiftSettings: settings),
        .target(
            name: "FiresteelServer",
            dependencies: [
                "COpenSSL", "FiresteelDatabase", "FiresteelStore",
                "Firesteel", .module("FiresteelAgents", for: httpServer), "FiresteelBase", "FiresteelCatalogue",
                "FiresteelFlagAuthoring", "FiresteelFlags", "FiresteelGzip", .module("FiresteelHTTP", for: httpServer),
                .module("FiresteelHTTPServer", for: httpServer), .module("FiresteelInsight", for: ["Server"]),
                "FiresteelReplay", "FiresteelStatistics", "FiresteelTimeline", "FiresteelWeb",
                .product("AsyncHTTPClient", "async-http-client", for: ["AsyncHTTPClient", "Server"]),
                .product("Crypto", "swift-crypto", for: crypto),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("JWTKit", "jwt-kit", for: ["AppStore", "Server"]),
                .product(name: "Logging", package: "swift-log"),
                .product("NIOCore", "swift-nio", for: nio),
                .product("NIOHTTP1", "swift-nio", for: nio),
                .product("NIOSSL", "swift-nio-ssl", for: ["Server"]),
            ],
            path: "Server/Sources/FiresteelServer",
            resources: [.copy("Pages")],
            swiftSettings: settings),
        .executableTarget(
            name: "FiresteelServerCommand",
            dependencies: [
                "FiresteelDatabase", "FiresteelServer", "FiresteelStore",
                "Firesteel", .module("FiresteelAgents", for: httpServer), "FiresteelBase",
                .module("FiresteelHTTP", for: httpServer), .module("FiresteelInspector", for: httpServer),
                "FiresteelTimeline",
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
                .product("Configuration", "swift-configuration", for: ["Configuration", "Server"]),
                .product("HTTPTypes", "swift-http-types", for: http),
                .product(name: "Logging", package: "swift-log"),
                .product("ServiceLifecycle", "swift-service-lifecycle", for: ["Server"]),
                .product("SystemPackage", "swift-system", for: ["Server"]),
                .product("UnixSignals", "swift-service-lifecycle", for: ["Server"]),
            ],
            path: "Server/Sources/FiresteelServerCommand",
            swiftSettings: settings),

        // Tests
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "FiresteelBaseTests", dependencies: ["FiresteelBase", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "FiresteelStatisticsTests",
            dependencies: ["FiresteelStatistics"],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelWebTests",
            dependencies: ["FiresteelBase", "FiresteelTimeline", "FiresteelWeb"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelTimelineTests",
            dependencies: [
                "TestSupport",
                "FiresteelBase", "FiresteelTimeline", "CFiresteelTimeline", "TimelineCrashChild", "PerformCrashChild",
            ],
            exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelInsightTests",
            dependencies: [
                "TestSupport", "CZlib", "Firesteel", "FiresteelBase", "FiresteelFlags", "FiresteelHTTP",
                "FiresteelInsight", "FiresteelReports", "FiresteelTesting", "FiresteelTimeline", "FiresteelWeb",
                "HTTPTesting", "InsightCrashChild",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "InsightCrashChild",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelHTTP", "FiresteelInsight", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/InsightCrashChild",
            swiftSettings: settings),
        .executableTarget(
            name: "PerformCrashChild",
            dependencies: ["Firesteel", "FiresteelFlags", "FiresteelTimeline"],
            path: "Tests/PerformCrashChild",
            swiftSettings: settings),
        .executableTarget(
            name: "InspectorFixture",
            dependencies: [
                "Firesteel", "FiresteelFlags", "FiresteelInspector", "FiresteelPermissions", "FiresteelPurchases",
                "FiresteelTesting", "FiresteelTimeline", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/InspectorFixture",
            swiftSettings: settings),
        .executableTarget(
            name: "TimelineCrashChild",
            dependencies: ["FiresteelTimeline", "CFiresteelTimeline"],
            path: "Tests/TimelineCrashChild",
            swiftSettings: settings),
        .target(
            name: "FlagTesting",
            dependencies: ["TestSupport", "FiresteelFlags"],
            path: "Tests/FlagTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelFlagsTests",
            dependencies: ["TestSupport", "FiresteelBase", "FiresteelFlags", "FiresteelTesting", "FlagTesting"],
            exclude: ["Conformance/fractional_cases.json", "Conformance/jsonlogic_cases.json"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelFlagAuthoringTests",
            dependencies: [
                "FiresteelFirebase", "FiresteelFlagAuthoring", "FiresteelFlags", "FiresteelOptimizely", "FlagTesting",
            ],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelOptimizelyTests",
            dependencies: ["FiresteelBase", "FiresteelOptimizely", "FiresteelFlags", "FlagTesting"],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .target(
            name: "HTTPTesting",
            dependencies: [
                "TestSupport", "FiresteelFlags", "FiresteelHTTP", "FiresteelOptimizelyRemote", "FiresteelRemote",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            path: "Tests/HTTPTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelHTTPTests",
            dependencies: [
                "FiresteelHTTP", "HTTPTesting", "TestSupport", .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelRemoteTests",
            dependencies: [
                "TestSupport",
                "FiresteelRemote", "FiresteelBase", "FiresteelFlags", "FiresteelHTTP", "FiresteelHTTPServer",
                "FiresteelOptimizelyRemote", "FiresteelTesting", "HTTPTesting", "SocketTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelAsyncHTTPClientTests",
            dependencies: [
                "FiresteelAsyncHTTPClient", "FiresteelHTTP", "HTTPTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelFirebaseTests",
            dependencies: [
                "FiresteelFirebase", "FiresteelRemote", "FiresteelFlags", "FiresteelHTTP", "FiresteelOptimizelyRemote",
                "FiresteelTesting", "FlagTesting", "HTTPTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            exclude: ["Vectors"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelConfigurationTests",
            dependencies: [
                "FiresteelConfiguration", "FiresteelFlags", "FiresteelTesting",
                .product("Configuration", "swift-configuration", for: ["Configuration"]),
            ],
            swiftSettings: settings),
        .target(
            name: "CompilerTesting",
            dependencies: ["TestSupport"],
            path: "Tests/CompilerTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelTests",
            dependencies: [
                "TestSupport",
                "FiresteelBase",
                "CompilerTesting", "Firesteel", "FiresteelCatalogue", "FiresteelFlags", "FiresteelPurchases",
                "FiresteelTesting", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["CompileTime"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelPurchasesTests",
            dependencies: ["TestSupport", "Firesteel", "FiresteelPurchases", "FiresteelTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelPermissionsTests",
            dependencies: ["TestSupport", "Firesteel", "FiresteelPermissions", "FiresteelTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelCatalogueTests",
            dependencies: [
                "TestSupport", "Firesteel", "FiresteelCatalogue", "FiresteelFlags", "FiresteelTesting",
                "FiresteelTimeline",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelBehaviourTests",
            dependencies: [
                "TestSupport", "Firesteel", "FiresteelBehaviour", "FiresteelFlags", "FiresteelTesting",
                "FiresteelTimeline",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelPostHogTests",
            dependencies: [
                "TestSupport",
                "AnalyticsCrashChild", "CZlib", "FiresteelPostHog", "Firesteel", "FiresteelHTTP", "FiresteelTesting",
                "FiresteelTimeline", "HTTPTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "AnalyticsCrashChild",
            dependencies: ["Firesteel", "FiresteelHTTP", "FiresteelPostHog", "FiresteelTimeline"],
            path: "Tests/AnalyticsCrashChild",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelAppStoreTests",
            dependencies: [
                "FiresteelAppStore", "Firesteel", "FiresteelFlags", "FiresteelPurchases", "FiresteelTesting",
                .product("JWTKit", "jwt-kit", for: ["AppStore"]),
                .product("SwiftASN1", "swift-asn1", for: ["AppStore"]),
                .product("X509", "swift-certificates", for: ["AppStore"]),
                .product("Crypto", "swift-crypto", for: crypto),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelReportsTests",
            dependencies: [
                "TestSupport",
                "FiresteelReports", "Firesteel", "FiresteelCatalogue", "FiresteelFlags", "FiresteelPermissions",
                "FiresteelPurchases", "FiresteelTesting", "FiresteelTimeline",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelOTLPTests",
            dependencies: [
                "FiresteelOTLP", "Firesteel", "FiresteelHTTP", "FiresteelTesting", "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelCommandsTests",
            dependencies: [
                "TestSupport", "CompilerTesting",
                "FiresteelCommands", "FiresteelCommandLine", "Firesteel", "FiresteelCatalogue", "FiresteelFlags",
                "FiresteelInsight", "FiresteelOTLP", "FiresteelReplay", "FiresteelTesting", "FiresteelTimeline",
                "FiresteelWeb", "PerformCrashChild",
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelMacrosTests",
            dependencies: [
                "TestSupport", "CompilerTesting", "Firesteel", "FiresteelFlags", "FiresteelMacros", "FiresteelTesting",
            ],
            exclude: ["Expansions/Shared"],
            swiftSettings: settings),
        .testTarget(
            name: "FlagAccessorTests",
            dependencies: ["TestSupport", "CompilerTesting", "FlagAccessors", "FiresteelFlags"],
            exclude: ["Random/Program"],
            swiftSettings: settings,
            plugins: ["FlagAccessorsPlugin"]),
        .target(
            name: "SocketTesting",
            dependencies: [
                .product("NIOCore", "swift-nio", for: nio), .product("NIOPosix", "swift-nio", for: httpServer),
            ],
            path: "Tests/SocketTesting",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelHTTPServerTests",
            dependencies: [
                "TestSupport", "SocketTesting",
                "FiresteelHTTP", "FiresteelHTTPServer", "FiresteelTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("NIOCore", "swift-nio", for: nio),
                .product("NIOEmbedded", "swift-nio", for: ["Inspector"]),
                .product("NIOHTTP1", "swift-nio", for: nio),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelInspectorTests",
            dependencies: [
                "TestSupport",
                "FiresteelInspector", "FiresteelTesting", "Firesteel", "FiresteelFlags", "FiresteelPermissions",
                "FiresteelPurchases", "FiresteelTimeline", "FiresteelHTTP", "FiresteelHTTPServer", "FiresteelInsight",
                "FiresteelWeb",
                "SocketTesting",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelAutomationTests",
            dependencies: [
                "TestSupport", "SocketTesting",
                "Firesteel", "FiresteelAgents", "FiresteelAutomation", "FiresteelBase", "FiresteelFlags",
                "FiresteelHTTP", "FiresteelHTTPServer", "FiresteelTesting", "FiresteelTimeline",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "DatabaseTestSupport", dependencies: ["FiresteelDatabase"],
            path: "Server/Tests/DatabaseTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelDatabaseTests", dependencies: ["DatabaseTestSupport", "FiresteelDatabase"],
            path: "Server/Tests/FiresteelDatabaseTests",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelStoreTests",
            dependencies: [
                "DatabaseTestSupport", "FiresteelBase", "FiresteelDatabase", "FiresteelFlagAuthoring", "FiresteelFlags",
                "FiresteelGzip", "FiresteelInsight", "FiresteelStatistics", "FiresteelStore", "FiresteelTimeline",
                .product("Crypto", "swift-crypto", for: crypto),
            ],
            path: "Server/Tests/FiresteelStoreTests",
            swiftSettings: settings),
        .testTarget(
            name: "FiresteelServerTests",
            dependencies: [
                "DatabaseTestSupport", "Firesteel", "FiresteelBase", "FiresteelDatabase", "FiresteelFlagAuthoring",
                "FiresteelFlags",
                "FiresteelGzip", "FiresteelHTTP", "FiresteelInsight", "FiresteelRemote", "FiresteelServer",
                "FiresteelStore", "FiresteelTimeline",
                .product("Crypto", "swift-crypto", for: crypto),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("JWTKit", "jwt-kit", for: ["AppStore", "Server"]),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Server/Tests/FiresteelServerTests",
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Variants of the package for its own maintenance. Whoever depends on the package sees none of them.

// `FIRESTEEL_EXAMPLES=1` adds the examples and the tests that run them. They are a package of their own, Examples/, and
// part of this one only for its maintenance: so that what they are built on is built once.
if Context.environment["FIRESTEEL_EXAMPLES"] == "1" {
    package.products += [
        .executable(name: "documents", targets: ["Documents"]),
        .executable(name: "planner", targets: ["Planner"]),
        // For a fuzz target.
        .library(name: "DocumentsCore", targets: ["DocumentsCore"]),
    ]
    package.targets += [
        .systemLibrary(
            name: "CCMark",
            path: "Examples/Documents/CCMark",
            pkgConfig: "libcmark",
            providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .target(
            name: "DocumentsCore",
            dependencies: [
                "CCMark", "Firesteel", "FiresteelFlags", "FiresteelPurchases", "FiresteelTimeline",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Examples/Documents/Core",
            swiftSettings: settings),
        .executableTarget(
            name: "Documents",
            dependencies: [
                "DocumentsCore", "Firesteel", "FiresteelAutomation", "FiresteelBehaviour", "FiresteelCatalogue",
                "FiresteelFlagAuthoring", "FiresteelFlags", "FiresteelTimeline", "FiresteelHTTP", "FiresteelInsight",
                "FiresteelInspector",
                "FiresteelPermissions",
                "FiresteelPurchases",
                "FiresteelRemote", "FiresteelReplay", "FiresteelReports", "FiresteelHTTPServer", "FiresteelWeb",
                .product("HTTPTypes", "swift-http-types", for: http),
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
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
            dependencies: [
                "Firesteel", "FiresteelAutomation", "FiresteelCatalogue", "FiresteelPermissions", "FiresteelPurchases",
                "FiresteelReports", "FiresteelTimeline",
            ],
            path: "Examples/Planner",
            exclude: ["Tests"]),
        .testTarget(
            name: "PlannerTests",
            dependencies: ["Planner"],
            path: "Examples/Planner/Tests",
            swiftSettings: settings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "Firesteel", "FiresteelAutomation", "FiresteelBehaviour", "FiresteelCatalogue", "FiresteelFlags",
                "FiresteelHTTP",
                "FiresteelInsight", "FiresteelInspector", "FiresteelPermissions", "FiresteelPurchases",
                "FiresteelRemote",
                "FiresteelTesting", "FiresteelTimeline", "FiresteelWeb", "Notes",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "TestSupport",
                "Documents", "DocumentsCore", "Firesteel", "FiresteelFlagAuthoring", "FiresteelFlags",
                "FiresteelInspector", "FiresteelHTTP", "FiresteelHTTPServer",
                "FiresteelPurchases", "FiresteelTesting", "FiresteelTimeline", "HTTPTesting", "SocketTesting",
                .product("ArgumentParser", "swift-argument-parser", for: arguments),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            path: "Examples/Documents/Tests",
            swiftSettings: settings),
    ]
}

// `FIRESTEEL_FUZZ=1` adds the command line as a library, which its fuzz target reads arguments with, and the fuzz target of
// the server, which requires a sanitizer.
if Context.environment["FIRESTEEL_FUZZ"] == "1" {
    package.products.append(.library(name: "FiresteelCommands", targets: ["FiresteelCommands"]))
    package.targets.append(
        .executableTarget(
            name: "IngestFuzz",
            dependencies: [
                "FiresteelBase", "FiresteelDatabase", "FiresteelFlags", "FiresteelGzip", "FiresteelHTTP",
                "FiresteelHTTPServer",
                "FiresteelInsight", "FiresteelServer", "FiresteelStore",
                .product("Crypto", "swift-crypto", for: crypto),
                .product("HTTPTypes", "swift-http-types", for: http),
            ],
            path: "Server/Fuzz/IngestFuzz",
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}

// `FIRESTEEL_ONLY=A,B` leaves the targets of these names and all that they need: building the tests otherwise builds every
// target. `FIRESTEEL_CORE_ONLY=1` leaves the core and its tests, which is all that ThreadSanitizer runs and fuzzing need.
if Context.environment["FIRESTEEL_CORE_ONLY"] == "1" {
    keep([
        "FiresteelBaseTests", "FiresteelTimelineTests", "FiresteelFlagsTests", "FiresteelOptimizelyTests",
        "FiresteelTests", "FiresteelPurchasesTests", "FiresteelPermissionsTests", "FiresteelCatalogueTests",
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

// `FIRESTEEL_EXAMPLES=1`, which `make` sets, optimizes what most of the time of tests, and of the programs that they start, goes to.
if Context.environment["FIRESTEEL_EXAMPLES"] == "1" {
    for target in package.targets
    where ["FiresteelStatistics", "FiresteelTimeline", "FiresteelWeb"].contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    }
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
