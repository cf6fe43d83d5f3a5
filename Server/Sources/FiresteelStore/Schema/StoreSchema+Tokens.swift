extension StoreSchema {
    /// The first uses of tokens by programs.
    static let version6: [String] = [
        "ALTER TABLE tokens ADD COLUMN first_version TEXT",
        "ALTER TABLE tokens ADD COLUMN first_read BIGINT",
        "ALTER TABLE tokens ADD COLUMN first_report BIGINT",
    ]
}
