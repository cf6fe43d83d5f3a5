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
        // What guards read: variants only, so that the other counts cost nothing more
        """
        CREATE INDEX insight_counts_by_variant ON insight_counts (scope, measure, subject, value, hour)
        WHERE substr(value, 1, 2) = 'v:'
        """,
        """
        CREATE INDEX insight_people_by_variant ON insight_people (scope, subject, value, version, hour)
        WHERE substr(value, 1, 2) = 'v:'
        """,
        // Changes of a period
        "CREATE INDEX revisions_by_time ON revisions (program, environment, time)",
    ]
}
