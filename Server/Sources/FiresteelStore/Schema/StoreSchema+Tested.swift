extension StoreSchema {
    /// The behaviour of programs' tests.
    static let version9: [String] = [
        // By version, as JSON, with the names that counts have
        """
        CREATE TABLE tested (
            program TEXT NOT NULL REFERENCES programs (id),
            version TEXT NOT NULL,
            received BIGINT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (program, version)
        )
        """
    ]
}
