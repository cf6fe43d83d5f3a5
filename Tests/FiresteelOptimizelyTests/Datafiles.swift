/// Small datafiles.
enum Datafiles {
    /// One flag with one experiment of the given identifier, which gives exactly one number the variation `drawn`.
    static func drawing(entity: String, only number: Int) -> String {
        """
        {"version": "4", "featureFlags": [{"key": "flag", "experimentIds": ["\(entity)"], "variables": []}],
         "experiments": [{"id": "\(entity)", "key": "test", "status": "Running", "audienceIds": [],
           "variations": [{"id": "1", "key": "drawn", "featureEnabled": true}],
           "trafficAllocation": [{"entityId": "", "endOfRange": \(number)}, {"entityId": "1", "endOfRange": \(number + 1)}]}]}
        """
    }

    /// One flag `search` with a variable of each type, on for an audience.
    static func search(
        conditions: String = #"["or", {"type": "custom_attribute", "name": "plan", "match": "exact", "value": "pro"}]"#,
        rollout: String = "R"
    ) -> String {
        """
        {"version": "4", "revision": "42",
         "typedAudiences": [{"id": "A", "name": "pro", "conditions": \(conditions)}],
         "rollouts": [{"id": "R", "experiments": [
           {"id": "1", "key": "pro", "status": "Running", "audienceConditions": ["or", "A"],
            "variations": [{"id": "v1", "key": "on", "featureEnabled": true, "variables": [{"id": "x1", "value": "50"}]}],
            "trafficAllocation": [{"entityId": "v1", "endOfRange": 10000}]},
           {"id": "2", "key": "everyone", "status": "Running", "audienceIds": [],
            "variations": [{"id": "v2", "key": "off", "featureEnabled": false}],
            "trafficAllocation": [{"entityId": "v2", "endOfRange": 10000}]}]}],
         "featureFlags": [
           {"key": "search", "rolloutId": "\(rollout)", "experimentIds": [], "variables": [
             {"id": "x1", "key": "limit", "type": "integer", "defaultValue": "10"},
             {"id": "x2", "key": "ratio", "type": "double", "defaultValue": "2"},
             {"id": "x3", "key": "layout", "type": "string", "subType": "json", "defaultValue": "{\\"columns\\": 2}"},
             {"id": "x4", "key": "broken", "type": "integer", "defaultValue": "many"}]},
           {"key": "plain", "rolloutId": "", "experimentIds": [], "variables": []}]}
        """
    }
}
