// swift-tools-version: 6.2
import PackageDescription

// What the server's requests are compared with. A separate package, so that nothing else resolves Hummingbird.
let package = Package(
    name: "hello",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")],
    targets: [
        .executableTarget(name: "Hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ],
    swiftLanguageModes: [.v6]
)
