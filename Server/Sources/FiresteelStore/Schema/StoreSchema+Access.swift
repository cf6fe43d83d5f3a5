extension StoreSchema {
    /// Second factors, links that reset passwords, and how sessions began.
    static let version2: [String] = [
        "ALTER TABLE sign_ins ADD COLUMN method TEXT NOT NULL DEFAULT 'password'",
        "INSERT INTO counters (name, value) VALUES ('sessions', 0)",
        // The secrets of authenticator apps; one that isn't turned on yet has no such time
        """
        CREATE TABLE second_factors (
            account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
            secret TEXT NOT NULL,
            created BIGINT NOT NULL,
            enabled BIGINT,
            used BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE recovery_codes (
            account TEXT NOT NULL REFERENCES accounts (id),
            hash TEXT NOT NULL,
            PRIMARY KEY (account, hash)
        )
        """,
        """
        CREATE TABLE password_resets (
            hash TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL UNIQUE REFERENCES accounts (id),
            created BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            expires BIGINT NOT NULL
        )
        """,
    ]
}
