import Foundation
import SocketTesting
import TestSupport
import Testing

@Suite("Hostile connections") struct FloodTests {
    @Test("The program responds and ends in an orderly way with many incomplete connections", .timeLimit(.minutes(5)))
    func flood() async throws {
        let program = try await DocumentsProcess(folder: TemporaryFolder(), runs: TemporaryFolder())
        let port = program.client.port
        let long = String(repeating: "a", count: 200 << 10)
        let attacks = [
            "GET /?\(long)", "GET / HTTP/1.1\r\nCookie: \(long)", "GET / HTTP/1.1\r\nHost", "",
            "POST /api/open HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-CSRF-Token: \(program.client.token ?? "")\r\n"
                + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n",
        ]
        var sockets: [TestSocket] = []
        for index in 0..<300 {
            let socket = try await TestSocket.connect(port: port)
            // A rejected connection may be closed.
            try? await socket.write(Array(attacks[index % attacks.count].utf8))
            sockets.append(socket)
        }
        #expect(try await program.client.get("/").status == 200)
        program.terminate()
        #expect(try await program.waitForEnd() == 0)
        for socket in sockets { socket.close() }
    }

}
