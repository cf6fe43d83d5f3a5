extension StoreSchema {
    /// Guards of rollout plans.
    static let version4: [String] = [
        // Targetings whose plan has a guard, with what it has seen and the time at which it looks again
        """
        CREATE TABLE plan_guards (
            program TEXT NOT NULL REFERENCES programs (id),
            environment TEXT NOT NULL,
            flag TEXT NOT NULL,
            due BIGINT NOT NULL,
            state TEXT NOT NULL,
            PRIMARY KEY (program, environment, flag)
        )
        """,
        "CREATE INDEX plan_guards_by_due ON plan_guards (due)",
        // Changes of a period
        "CREATE INDEX revisions_by_time ON revisions (program, environment, time)",
    ]
}
