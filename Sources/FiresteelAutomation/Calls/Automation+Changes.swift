import Firesteel

extension Automation {
    /// The time after which changes are looked for.
    private static let pace = Duration.milliseconds(200)
    /// The number of paces after which what depends on the time is checked again.
    private static let pacesOfTime = 25

    /// Returns a stream with an element whenever the actions that are available to a caller change, from now on.
    ///
    /// It costs a few loads five times a second, and one pass over all actions after a change.
    func changes(for caller: AutomationCaller, _ element: String) -> AsyncStream<String> {
        let (changes, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        let first = available(to: caller).map(\.name)
        let task = Task { [weak self] in
            var (names, version, paces) = (first, UInt64?.none, 0)
            while (try? await Task.sleep(for: Self.pace)) != nil {
                guard let self else { break }
                paces += 1
                let current = self.version(for: caller)
                guard current != version || paces % Self.pacesOfTime == 0 else { continue }
                version = current
                let new = available(to: caller).map(\.name)
                if new != names { continuation.yield(element) }
                names = new
            }
            continuation.finish()
        }
        let number = streams.add(continuation, of: caller)
        continuation.onTermination = { [streams] _ in
            task.cancel()
            streams.remove(number, of: caller)
        }
        return changes
    }
}
