import Foundation
import Synchronization

extension Purchases {
    /// Notes how a product is declared and when it becomes something else by itself, and waits for that.
    func note(_ product: Product, changes date: Date?) {
        state.withLock { state in
            if let known = state.known[product.id], known != product {
                let words =
                    "The product “\(product.id)” is declared twice, differently: the first one counts in lists. "
                    + "Declare it once."
                if !state.conflicts.contains(words) { state.conflicts.append(words) }
            } else {
                state.known[product.id] = product
            }
            // Two may ask at once, and the one who knows less may be the last: what was known to come is waited for. A
            // time too many costs one look.
            // One that is past stays too, until it was told.
            let due = [state.boundaries[product.id], date].compactMap { $0 }
            state.boundaries[product.id] = due.min()
            arm(&state)
        }
    }

    /// Sees to it that somebody waits for the next purchase to expire, and nobody where there is none.
    private func arm(_ state: inout State) {
        let next = state.boundaries.values.min()
        guard next != state.alarm?.date else { return }
        state.alarm?.task.cancel()
        state.alarm = next.map { date in
            // Detached: a task would keep the runtime that asked, by its task locals, as long as it waits.
            Alarm(
                date: date,
                task: Task.detached { [weak self, clock] in
                    do {
                        try await clock.sleep(date)
                    } catch {
                        return
                    }
                    self?.ring(date)
                })
        }
    }

    /// Tells of all products whose time has come.
    private func ring(_ date: Date) {
        let now = max(clock.now(), date)
        let names = state.withLock { state in
            guard state.alarm?.date == date else { return Set<String>() }
            state.alarm = nil
            let names = Set(state.boundaries.filter { $0.value <= now }.keys)
            for name in names { state.boundaries[name] = nil }
            arm(&state)
            return names
        }
        if !names.isEmpty { notify(.names(names)) }
    }
}
