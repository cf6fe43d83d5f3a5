// The code that the dashboard shows to connect a first program. Tests/Browser/test_dashboard_pages.py compares both.

// dashboard: connect
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation

/// Returns the flags of the server, whose token is in the environment variable FIRESTEEL_TOKEN.
func connectedFlags() -> FlagStack? {
    guard let address = URL(string: "https://flags.example.com"),
        let token = ProcessInfo.processInfo.environment["FIRESTEEL_TOKEN"]
    else { return nil }
    let flags = RemoteFlagProvider.firesteel(address, token: token, transport: URLSessionTransport())
    flags.start()
    return FlagStack([flags])
}
// end
