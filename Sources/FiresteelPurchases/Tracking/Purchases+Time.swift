import Firesteel
import Foundation
import Synchronization

extension Purchases {
    /// Records a product's declaration and the date of its next change, and schedules an alarm for that date.
    func record(_ product: Product, changes date: Date?) {
        state.withLock { state in
            if let known = state.known[product.id], known != product {
                let message =
                    "The product “\(product.id)” has two different declarations, and lists use the first one. "
                    + "Declare it once."
                if !state.conflicts.contains(message) { state.conflicts.append(message) }
            } else {
                state.known[product.id] = product
            }
            // Of two concurrent callers, the one with less information may be last: a recorded date stays scheduled. A
            // superfluous alarm costs one evaluation. A past date also stays until subscribers were notified of it.
            let due = [state.boundaries[product.id], date].compactMap { $0 }
            state.boundaries[product.id] = due.min()
            scheduleAlarm(&state)
        }
    }

    /// Schedules an alarm for the next expiration, or cancels it if there is none.
    private func scheduleAlarm(_ state: inout State) {
        let next = state.boundaries.values.min()
        guard next != state.alarm?.date else { return }
        state.alarm?.task.cancel()
        state.alarm = next.map { date in
            // Detached: the task locals of a child task would retain the calling runtime while the task sleeps.
            Alarm(
                date: date,
                task: Task.detached { [weak self, clock] in
                    do {
                        try await clock.sleep(date)
                    } catch {
                        return
                    }
                    self?.notifyExpired(date)
                })
        }
    }

    /// Notifies subscribers of all products whose date has passed.
    private func notifyExpired(_ date: Date) {
        let now = max(clock.now(), date)
        let names = state.withLock { state in
            guard state.alarm?.date == date else { return Set<String>() }
            state.alarm = nil
            let names = Set(state.boundaries.filter { $0.value <= now }.keys)
            for name in names { state.boundaries[name] = nil }
            scheduleAlarm(&state)
            return names
        }
        if !names.isEmpty { notify(.names(names)) }
    }
}
