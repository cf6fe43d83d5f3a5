import FiresteelDatabase

/// The tables of the server.
///
/// Times are milliseconds since 1970. Texts in JSON are stored as written, because the hash of a change covers their bytes.
enum StoreSchema {
    static let version1: [String] = [
        // Values of the whole installation: the secret for stream addresses, the code for the first account
        """
        CREATE TABLE settings (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE programs (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            changes BIGINT NOT NULL,
            head TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE environments (
            program TEXT NOT NULL REFERENCES programs (id),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            position BIGINT NOT NULL,
            protection TEXT NOT NULL,
            revision BIGINT NOT NULL,
            changed BIGINT NOT NULL,
            PRIMARY KEY (program, id)
        )
        """,
        // The current items; an item of all environments has an empty environment
        """
        CREATE TABLE items (
            program TEXT NOT NULL REFERENCES programs (id),
            kind TEXT NOT NULL,
            environment TEXT NOT NULL,
            name TEXT NOT NULL,
            change BIGINT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (program, kind, environment, name)
        )
        """,
        // Every version of every item; a removed one has no value
        """
        CREATE TABLE item_versions (
            program TEXT NOT NULL,
            kind TEXT NOT NULL,
            environment TEXT NOT NULL,
            name TEXT NOT NULL,
            change BIGINT NOT NULL,
            value TEXT,
            PRIMARY KEY (program, kind, environment, name, change)
        )
        """,
        "CREATE INDEX item_versions_by_change ON item_versions (program, change)",
        """
        CREATE TABLE changes (
            program TEXT NOT NULL REFERENCES programs (id),
            number BIGINT NOT NULL,
            id TEXT NOT NULL,
            time BIGINT NOT NULL,
            kind TEXT NOT NULL,
            author TEXT NOT NULL,
            author_name TEXT NOT NULL,
            source TEXT NOT NULL,
            reason TEXT NOT NULL,
            perform TEXT NOT NULL,
            reverts BIGINT,
            body TEXT NOT NULL,
            size BIGINT NOT NULL,
            previous TEXT NOT NULL,
            hash TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            PRIMARY KEY (program, number),
            UNIQUE (program, id)
        )
        """,
        // Reversals are read without their content, which may have megabytes
        "CREATE INDEX changes_by_reversal ON changes (program, number, time, reverts) WHERE reverts IS NOT NULL",
        // The environments that a change affects, with the revision it gave each
        """
        CREATE TABLE revisions (
            program TEXT NOT NULL,
            environment TEXT NOT NULL,
            revision BIGINT NOT NULL,
            change BIGINT NOT NULL,
            time BIGINT NOT NULL,
            PRIMARY KEY (program, environment, revision)
        )
        """,
        "CREATE INDEX revisions_by_change ON revisions (program, change)",
        // Changes that are pending: for an approval, a review, or a time
        """
        CREATE TABLE requests (
            id TEXT NOT NULL,
            program TEXT NOT NULL REFERENCES programs (id),
            kind TEXT NOT NULL,
            state TEXT NOT NULL,
            change_kind TEXT NOT NULL,
            reverts BIGINT,
            created BIGINT NOT NULL,
            due BIGINT,
            author TEXT NOT NULL,
            author_name TEXT NOT NULL,
            source TEXT NOT NULL,
            reason TEXT NOT NULL,
            environments TEXT NOT NULL,
            body TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            change BIGINT,
            decided BIGINT,
            decided_by TEXT NOT NULL,
            decided_by_name TEXT NOT NULL,
            comment TEXT NOT NULL,
            PRIMARY KEY (program, id)
        )
        """,
        "CREATE INDEX requests_by_state ON requests (program, state, created)",
        "CREATE INDEX requests_by_due ON requests (state, due)",
        """
        CREATE TABLE accounts (
            id TEXT NOT NULL PRIMARY KEY,
            email TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            password TEXT NOT NULL,
            subject TEXT UNIQUE,
            is_administrator BIGINT NOT NULL,
            is_disabled BIGINT NOT NULL,
            created BIGINT NOT NULL,
            last_seen BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE roles (
            account TEXT NOT NULL REFERENCES accounts (id),
            program TEXT NOT NULL REFERENCES programs (id),
            role TEXT NOT NULL,
            environments TEXT NOT NULL,
            PRIMARY KEY (account, program)
        )
        """,
        """
        CREATE TABLE invitations (
            hash TEXT NOT NULL PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            program TEXT NOT NULL,
            role TEXT NOT NULL,
            environments TEXT NOT NULL,
            email TEXT NOT NULL,
            created BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            expires BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE sign_ins (
            hash TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES accounts (id),
            created BIGINT NOT NULL,
            last_seen BIGINT NOT NULL,
            expires BIGINT NOT NULL,
            confirmed BIGINT NOT NULL,
            device TEXT NOT NULL
        )
        """,
        "CREATE INDEX sign_ins_by_account ON sign_ins (account)",
        """
        CREATE TABLE tokens (
            id TEXT NOT NULL PRIMARY KEY,
            hash TEXT NOT NULL UNIQUE,
            hint TEXT NOT NULL,
            program TEXT NOT NULL REFERENCES programs (id),
            environment TEXT NOT NULL,
            kind TEXT NOT NULL,
            role TEXT NOT NULL,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            creator TEXT NOT NULL,
            created_by TEXT NOT NULL,
            expires BIGINT,
            revoked BIGINT,
            last_used BIGINT
        )
        """,
        "CREATE INDEX tokens_by_program ON tokens (program)",
        // What is shown of access: who got which right from whom, and who signed in. Each entry has the hash of the one before
        """
        CREATE TABLE access_log (
            number BIGINT NOT NULL PRIMARY KEY,
            time BIGINT NOT NULL,
            program TEXT NOT NULL,
            event TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            details TEXT NOT NULL,
            previous TEXT NOT NULL,
            hash TEXT NOT NULL
        )
        """,
        "CREATE INDEX access_log_by_program ON access_log (program, number)",
        // The end of that chain, in one row
        """
        CREATE TABLE access_log_end (
            entries BIGINT NOT NULL,
            head TEXT NOT NULL
        )
        """,
        "INSERT INTO access_log_end (entries, head) VALUES (0, '')",
        // Failed sign-ins, by account and by address
        """
        CREATE TABLE attempts (
            subject TEXT NOT NULL PRIMARY KEY,
            failures BIGINT NOT NULL,
            since BIGINT NOT NULL
        )
        """,
        "CREATE INDEX attempts_by_time ON attempts (since)",
        // Targetings whose plan has a pending step, with its time
        """
        CREATE TABLE plan_steps (
            program TEXT NOT NULL REFERENCES programs (id),
            environment TEXT NOT NULL,
            flag TEXT NOT NULL,
            due BIGINT NOT NULL,
            PRIMARY KEY (program, environment, flag)
        )
        """,
        "CREATE INDEX plan_steps_by_due ON plan_steps (due)",
        // Programs that are connected, counted by each node
        """
        CREATE TABLE connected (
            node TEXT NOT NULL,
            program TEXT NOT NULL,
            environment TEXT NOT NULL,
            version TEXT NOT NULL,
            revision BIGINT NOT NULL,
            instances BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (node, program, environment, version, revision)
        )
        """,
        // Catalogues of programs, by version
        """
        CREATE TABLE catalogues (
            program TEXT NOT NULL REFERENCES programs (id),
            version TEXT NOT NULL,
            received BIGINT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (program, version)
        )
        """,
        // Counts that tell a node what to read again
        """
        CREATE TABLE counters (
            name TEXT NOT NULL PRIMARY KEY,
            value BIGINT NOT NULL
        )
        """,
        "INSERT INTO counters (name, value) VALUES ('access', 0)",
    ]
}
