import FiresteelHTTPServer
import Foundation
import NIOCore
import NIOEmbedded
import Testing

@Suite("Seeds of the server's fuzzing")
struct FuzzSeedTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../Fuzz/Seeds/HTTPServerFuzz").standardizedFileURL

    private static func sent(_ bytes: Data, piece: Int) throws -> String {
        let channel = try EmbeddedChannel.serving(HTTPServerLimits(bodyBytes: 512))
        var rest = bytes[...]
        while !rest.isEmpty, channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
        return try channel.sentText()
    }

    @Test("Each gets the same responses in pieces and at once")
    func seeds() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.count >= 12)
        for name in names {
            let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name)).dropFirst()
            let whole = try Self.sent(bytes, piece: bytes.count)
            #expect(whole.hasPrefix("HTTP/1."), "\(name)")
            for piece in [1, 2, 7, 16] { #expect(try Self.sent(bytes, piece: piece) == whole, "\(name) by \(piece)") }
        }
    }
}
