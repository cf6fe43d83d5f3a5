// swift-tools-version: 6.2
import PackageDescription

// Tests of FiresteelHummingbird, in a separate package, so that Firesteel itself doesn't resolve Hummingbird.
// Its folder is not named after Hummingbird: SwiftPM would take the one for the other.
let package = Package(
    name: "firesteel-hummingbird",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(name: "firesteel", path: "../..", traits: ["Hummingbird"]),
    ],
    targets: [
        .testTarget(
            name: "HummingbirdTests",
            dependencies: [
                .product(name: "Firesteel", package: "firesteel"),
                .product(name: "FiresteelHummingbird", package: "firesteel"),
                .product(name: "FiresteelTesting", package: "firesteel"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
