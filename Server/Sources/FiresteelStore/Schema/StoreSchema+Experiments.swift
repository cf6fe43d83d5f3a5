extension StoreSchema {
    /// The units, sums and daily results of experiments.
    static let version7: [String] = [
        // One person in a phase; without an arm one that was exposed to several. Counts are one per line, as facts of sessions are
        """
        CREATE TABLE experiment_units (
            scope BIGINT NOT NULL,
            person TEXT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            arm TEXT NOT NULL,
            first BIGINT NOT NULL,
            version TEXT NOT NULL,
            system TEXT NOT NULL,
            device TEXT NOT NULL,
            sessions BIGINT NOT NULL,
            counts TEXT NOT NULL,
            settled TEXT,
            PRIMARY KEY (scope, person, experiment, phase)
        )
        """,
        "CREATE INDEX experiment_units_by_phase ON experiment_units (scope, experiment, phase, person)",
        // Sums over the units of an arm, from which pages are computed. A dimension is that of everything, or a version, system or device
        sums("experiment_sums"),
        // The limits of values, which are computed when the first unit of a phase arrives
        """
        CREATE TABLE experiment_phases (
            scope BIGINT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            caps TEXT NOT NULL,
            PRIMARY KEY (scope, experiment, phase)
        )
        """,
        // The result of each day: the relative difference of the primary metric, and its interval if it has ends
        """
        CREATE TABLE experiment_days (
            scope BIGINT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            day BIGINT NOT NULL,
            relative DOUBLE PRECISION NOT NULL,
            lower DOUBLE PRECISION,
            upper DOUBLE PRECISION,
            PRIMARY KEY (scope, experiment, phase, day)
        )
        """,
    ]

    /// The findings about experiments, and phases that are counted again.
    static let version8: [String] = [
        // What webhooks were notified of
        """
        CREATE TABLE experiment_notices (
            scope BIGINT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            notice TEXT NOT NULL,
            time BIGINT NOT NULL,
            PRIMARY KEY (scope, experiment, phase, notice)
        )
        """,
        // The maximum number of people
        "ALTER TABLE experiment_phases ADD COLUMN people BIGINT",
        // How far a phase was counted again: the last person, or nothing once all are, and what is left out, as JSON
        """
        CREATE TABLE experiment_recounts (
            scope BIGINT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            excluded TEXT NOT NULL,
            person TEXT,
            PRIMARY KEY (scope, experiment, phase)
        )
        """,
        // The sums of the people until then
        sums("experiment_recounted"),
    ]

    /// The groups of people who share an arm.
    static let version10: [String] = [
        // The group of the arm, where an attribute such as a company has one
        "ALTER TABLE experiment_units ADD COLUMN part BIGINT"
    ]

    private static func sums(_ table: String) -> String {
        """
        CREATE TABLE \(table) (
            scope BIGINT NOT NULL,
            experiment TEXT NOT NULL,
            phase BIGINT NOT NULL,
            arm TEXT NOT NULL,
            dimension TEXT NOT NULL,
            subject TEXT NOT NULL,
            measure TEXT NOT NULL,
            x DOUBLE PRECISION NOT NULL,
            xx DOUBLE PRECISION NOT NULL,
            y DOUBLE PRECISION NOT NULL,
            yy DOUBLE PRECISION NOT NULL,
            xy DOUBLE PRECISION NOT NULL,
            z DOUBLE PRECISION NOT NULL,
            zz DOUBLE PRECISION NOT NULL,
            xz DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (scope, experiment, phase, arm, dimension, subject, measure)
        )
        """
    }
}
