// swift-tools-version: 6.2
import PackageDescription

// Tests of FiresteelConfiguration with swift-configuration's readers of YAML, in a separate package, because they need a
// parser of YAML, which Firesteel doesn't resolve.
let package = Package(
    name: "firesteel-yaml",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: [.defaults, "YAML", "Reloading"]),
        .package(name: "firesteel", path: "../..", traits: ["Configuration"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        // SwiftPM doesn't find it by the trait alone, where Firesteel depends on swift-configuration without that trait.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .testTarget(
            name: "YAMLTests",
            dependencies: [
                .product(name: "FiresteelConfiguration", package: "firesteel"),
                .product(name: "FiresteelFlags", package: "firesteel"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Yams", package: "Yams"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
