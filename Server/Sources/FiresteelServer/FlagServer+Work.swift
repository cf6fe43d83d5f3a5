import Firesteel
import FiresteelDatabase
import FiresteelStore
import Logging
import Synchronization

extension FlagServer {
    /// Begins what is repeated until the server stops.
    func begin() {
        repeating(every: configuration.pollInterval, "read revisions") { server in
            try await server.parts.snapshots.refresh()
        }
        repeating(every: configuration.pollInterval, "read access") { server in
            try await server.parts.access.refresh()
        }
        if let database = database as? PostgreSQLDatabase {
            let hints = ChangeHints(database: database, logger: logger)
            let parts = parts
            let following = Task {
                await hints.follow {
                    try await parts.access.refresh()
                    try await parts.snapshots.refresh()
                }
            }
            let probing = Task { await hints.probe() }
            regularWork.add(following, probing)
        }
        repeating(every: configuration.pollInterval, "carry out schedules") { server in
            let done = try await server.parts.changes.runSchedules(now: server.parts.clock.now())
            for request in done where request.state == .failed {
                server.logger.warning(
                    "A schedule failed", metadata: ["request": "\(request.id)", "reason": "\(request.comment)"])
            }
        }
        repeating(every: configuration.pollInterval, "take steps of plans") { server in
            let steps = try await server.parts.changes.runPlans(now: server.parts.clock.now())
            for step in steps { server.log(step) }
        }
        repeating(every: configuration.pollInterval, "read the evidence of guarded plans") { server in
            let looks = try await server.parts.lookAtGuardedPlans()
            for look in looks { server.log(look.outcome, of: look.key, in: look.program) }
        }
        repeating(every: ExperimentWatch.interval, "read the results of running experiments") { server in
            let looks = try await server.parts.watch.look(server.parts)
            for look in looks { server.log(look.outcome, of: look.key, in: look.program) }
        }
        repeating(every: .seconds(1), "report connected programs") { server in
            let counts = server.parts.instances.counts()
            let node = server.node
            let now = server.parts.clock.now()
            // A write waits for the disk, so counts that are the same are only confirmed now and then.
            let isDue = server.reported.withLock { reported in
                guard Set(reported.counts) != Set(counts) || abs(now - reported.time) >= 5_000 else { return false }
                reported = (counts, now)
                return true
            }
            if isDue { try await server.database.write { try ConnectedTable($0).replace(counts, of: node, time: now) } }
            server.parts.connections.replace(
                try await server.database.read { try ConnectedTable($0).all(since: now - 15_000) })
        }
        repeating(every: .seconds(1), "store first uses of tokens") { server in
            try await server.parts.access.storeFirstUses()
        }
        repeating(every: configuration.rollUpInterval, "roll up what programs sent") { server in
            // One after the other: both write the same rows, and would prevent each other.
            try await server.parts.insight.rollUpReceived()
            try await server.parts.insight.countAgain()
        }
        // Soon at first, so that a server that is often restarted removes it as well.
        repeating(
            every: configuration.retentionInterval, first: min(configuration.retentionInterval, .seconds(60)),
            "remove what was stored for long enough"
        ) { server in
            try await server.parts.insight.retain()
        }
        repeating(every: configuration.pollInterval, "send events to webhooks") { server in
            try await server.webhooks.dispatch()
        }
        repeating(every: .seconds(600), "delete old events") { server in
            let now = server.parts.clock.now()
            try await server.database.write { try DeliveryTable($0).prune(at: now) }
        }
        if configuration.certificate != nil {
            repeating(every: configuration.certificateInterval, "read the certificate") { server in
                try server.reloadCertificate()
            }
        }
        repeating(every: configuration.heartbeat / StreamHub.beatParts, "send heartbeats") { server in
            server.parts.streams.beat()
        }
        repeating(every: .seconds(30), "store times of use") { server in
            try await server.storeUses()
            let now = server.parts.clock.now()
            try await server.database.write { try ConnectedTable($0).removeStale(before: now - 600_000) }
        }
    }

    private func log(_ outcome: GuardLook.Outcome, of key: ItemKey, in program: String) {
        let subject = key.kind == .experiment ? "experiment" : "plan"
        let metadata: Logger.Metadata = ["program": "\(program)", subject: "\(key)"]
        switch outcome {
        case .acted(let change):
            logger.warning(
                "A guard stopped what harms", metadata: metadata.merging(["reason": "\(change.reason)"]) { $1 })
        case .notified(let reason):
            logger.warning("A guard found harm in a plan", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
        case .postponed(let reason):
            logger.error(
                "A guard can't read its evidence and looks again later",
                metadata: metadata.merging(["error": "\(reason)"]) { $1 })
        }
    }

    private func log(_ step: PlanStepResult) {
        let metadata: Logger.Metadata = ["program": "\(step.program)", "plan": "\(step.key)"]
        switch step.outcome {
        case .taken: break
        case .paused(_, let reason):
            logger.warning("A plan paused", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
        case .postponed(let reason):
            logger.error(
                "A plan can't take its step and is read again later",
                metadata: metadata.merging(["error": "\(reason)"]) { $1 })
        }
    }

    private func repeating(
        every interval: Duration, first: Duration? = nil, _ name: String,
        _ work: @escaping @Sendable (FlagServer) async throws -> Void
    ) {
        regularWork.add(every: interval, first: first, name) { [weak self] in
            guard let self else { throw CancellationError() }
            try await work(self)
        }
    }
}
