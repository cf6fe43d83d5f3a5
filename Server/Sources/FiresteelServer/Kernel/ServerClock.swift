/// The time in milliseconds since 1970.
struct ServerClock: Sendable {
    let now: @Sendable () -> Int64
}
