extension StoreSchema {
    /// Webhooks, the events they tell of, and their deliveries.
    static let version5: [String] = [
        // Where events of a program are sent. Changes read these rows in their transactions, so sending doesn't write them
        """
        CREATE TABLE webhooks (
            id TEXT NOT NULL PRIMARY KEY,
            program TEXT NOT NULL REFERENCES programs (id),
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            events TEXT NOT NULL,
            environments TEXT NOT NULL,
            state TEXT NOT NULL,
            secret TEXT NOT NULL,
            previous_secret TEXT NOT NULL,
            previous_until BIGINT NOT NULL,
            created BIGINT NOT NULL,
            created_by TEXT NOT NULL
        )
        """,
        "CREATE INDEX webhooks_by_program ON webhooks (program)",
        // What the attempts of a webhook led to
        """
        CREATE TABLE webhook_health (
            webhook TEXT NOT NULL PRIMARY KEY,
            failing_since BIGINT,
            paused_until BIGINT NOT NULL,
            last_success BIGINT
        )
        """,
        // Events that at least one webhook wanted, written with what they tell of
        """
        CREATE TABLE outbox (
            id TEXT NOT NULL PRIMARY KEY,
            program TEXT NOT NULL,
            environments TEXT NOT NULL,
            type TEXT NOT NULL,
            time BIGINT NOT NULL,
            page TEXT NOT NULL,
            data TEXT NOT NULL
        )
        """,
        "CREATE INDEX outbox_by_time ON outbox (time)",
        // One event for one webhook. The holder of a lease is the only one that sends it
        """
        CREATE TABLE webhook_deliveries (
            id TEXT NOT NULL PRIMARY KEY,
            webhook TEXT NOT NULL,
            event TEXT NOT NULL,
            program TEXT NOT NULL,
            state TEXT NOT NULL,
            created BIGINT NOT NULL,
            attempts BIGINT NOT NULL,
            due BIGINT NOT NULL,
            holder TEXT NOT NULL,
            leased_until BIGINT NOT NULL,
            last_attempt BIGINT,
            status BIGINT,
            answer TEXT NOT NULL,
            duration BIGINT
        )
        """,
        "CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (webhook, state, due)",
        "CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook, created, id)",
        "CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event)",
    ]
}
