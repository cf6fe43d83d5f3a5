extension StoreSchema {
    /// The tables of what programs send, and of what people learn from it.
    ///
    /// A scope is an environment of a program. An hour is its start; after two weeks, a day's hours are stored as its first.
    /// Names of features, actions and the like are in texts with a tab between their parts.
    static let version3: [String] = [
        """
        CREATE TABLE insight_scopes (
            scope BIGINT NOT NULL PRIMARY KEY,
            program TEXT NOT NULL REFERENCES programs (id),
            environment TEXT NOT NULL,
            UNIQUE (program, environment)
        )
        """,
        // Which messages were received: 1 is a segment of a run, 2 a report
        """
        CREATE TABLE insight_messages (
            scope BIGINT NOT NULL,
            run TEXT NOT NULL,
            kind BIGINT NOT NULL,
            number BIGINT NOT NULL,
            digest BLOB NOT NULL,
            bytes BIGINT NOT NULL,
            received BIGINT NOT NULL,
            PRIMARY KEY (scope, run, kind, number)
        )
        """,
        "CREATE INDEX insight_messages_by_time ON insight_messages (received)",
        // Messages that are stored and not yet rolled up; one that couldn't be is due again later
        """
        CREATE TABLE insight_inbox (
            scope BIGINT NOT NULL,
            run TEXT NOT NULL,
            kind BIGINT NOT NULL,
            number BIGINT NOT NULL,
            received BIGINT NOT NULL,
            due BIGINT NOT NULL,
            attempts BIGINT NOT NULL,
            correction BIGINT,
            redactions BIGINT NOT NULL,
            bytes BIGINT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (scope, run, kind, number)
        )
        """,
        // With the sizes, so that no body is read to choose and count messages
        "CREATE INDEX insight_inbox_by_turn ON insight_inbox (scope, due, received, run, kind, number, bytes)",
        // One person's part of a run, or the run itself with the session 0; facts are one per line
        """
        CREATE TABLE insight_sessions (
            scope BIGINT NOT NULL,
            run TEXT NOT NULL,
            session BIGINT NOT NULL,
            person TEXT NOT NULL,
            hour BIGINT NOT NULL,
            day BIGINT NOT NULL,
            began BIGINT NOT NULL,
            sample BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            version TEXT NOT NULL,
            system TEXT NOT NULL,
            device TEXT NOT NULL,
            ending TEXT NOT NULL,
            facts TEXT NOT NULL,
            PRIMARY KEY (scope, run, session)
        )
        """,
        "CREATE INDEX insight_sessions_by_person ON insight_sessions (scope, person, run, session)",
        "CREATE INDEX insight_sessions_by_hour ON insight_sessions (scope, hour, began)",
        "CREATE INDEX insight_sessions_by_day ON insight_sessions (scope, day, sample)",
        "CREATE INDEX insight_sessions_by_time ON insight_sessions (seen)",
        """
        CREATE TABLE insight_counts (
            scope BIGINT NOT NULL,
            measure TEXT NOT NULL,
            subject TEXT NOT NULL,
            hour BIGINT NOT NULL,
            version TEXT NOT NULL,
            value TEXT NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (scope, measure, subject, hour, version, value)
        )
        """,
        "CREATE INDEX insight_counts_by_time ON insight_counts (hour)",
        // How many people, as sketches
        """
        CREATE TABLE insight_people (
            scope BIGINT NOT NULL,
            subject TEXT NOT NULL,
            hour BIGINT NOT NULL,
            version TEXT NOT NULL,
            value TEXT NOT NULL,
            sketch BLOB NOT NULL,
            PRIMARY KEY (scope, subject, hour, version, value)
        )
        """,
        "CREATE INDEX insight_people_by_time ON insight_people (hour)",
        // The names that roll-ups use, whose number is limited
        """
        CREATE TABLE insight_names (
            scope BIGINT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            first BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (scope, kind, name)
        )
        """,
        """
        CREATE TABLE insight_groups (
            scope BIGINT NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            feature TEXT NOT NULL,
            action TEXT NOT NULL,
            feature_name TEXT NOT NULL,
            action_name TEXT NOT NULL,
            error_type TEXT NOT NULL,
            error_case TEXT NOT NULL,
            title TEXT NOT NULL,
            message TEXT NOT NULL,
            place TEXT NOT NULL,
            state TEXT NOT NULL,
            resolved_in TEXT NOT NULL,
            ignored_until BIGINT,
            assignee TEXT NOT NULL,
            assignee_name TEXT NOT NULL,
            merged_into TEXT NOT NULL,
            is_reopened BIGINT NOT NULL,
            first BIGINT NOT NULL,
            last BIGINT NOT NULL,
            first_version TEXT NOT NULL,
            last_version TEXT NOT NULL,
            seen BIGINT NOT NULL,
            reports BIGINT NOT NULL,
            people BIGINT NOT NULL,
            history BIGINT NOT NULL,
            sketch BLOB NOT NULL,
            PRIMARY KEY (scope, id)
        )
        """,
        // The group of each fingerprint; with a detail, that of the reports that were split off
        """
        CREATE TABLE insight_fingerprints (
            scope BIGINT NOT NULL,
            fingerprint TEXT NOT NULL,
            detail TEXT NOT NULL,
            group_id TEXT NOT NULL,
            reports BIGINT NOT NULL,
            PRIMARY KEY (scope, fingerprint, detail)
        )
        """,
        "CREATE INDEX insight_fingerprints_by_group ON insight_fingerprints (scope, group_id)",
        // The versions and flags of the affected sessions, by which groups are found
        """
        CREATE TABLE insight_group_facets (
            scope BIGINT NOT NULL,
            group_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (scope, group_id, kind, value)
        )
        """,
        """
        CREATE TABLE insight_group_history (
            scope BIGINT NOT NULL,
            group_id TEXT NOT NULL,
            number BIGINT NOT NULL,
            time BIGINT NOT NULL,
            event TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            details TEXT NOT NULL,
            PRIMARY KEY (scope, group_id, number)
        )
        """,
        """
        CREATE TABLE insight_reports (
            scope BIGINT NOT NULL,
            run TEXT NOT NULL,
            number BIGINT NOT NULL,
            group_id TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            detail TEXT NOT NULL,
            session BIGINT NOT NULL,
            person TEXT NOT NULL,
            time BIGINT NOT NULL,
            received BIGINT NOT NULL,
            version TEXT NOT NULL,
            build TEXT NOT NULL,
            system TEXT NOT NULL,
            device TEXT NOT NULL,
            bytes BIGINT NOT NULL,
            redactions BIGINT NOT NULL,
            is_pinned BIGINT NOT NULL,
            steps TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (scope, run, number)
        )
        """,
        "CREATE INDEX insight_reports_by_group ON insight_reports (scope, group_id, time, run, number)",
        "CREATE INDEX insight_reports_by_person ON insight_reports (scope, person)",
        "CREATE INDEX insight_reports_by_time ON insight_reports (time)",
        "CREATE INDEX insight_reports_by_scope ON insight_reports (scope, time)",
        // Work that one node at a time does
        """
        CREATE TABLE insight_leases (
            name TEXT NOT NULL PRIMARY KEY,
            node TEXT NOT NULL,
            until BIGINT NOT NULL
        )
        """,
    ]
}
