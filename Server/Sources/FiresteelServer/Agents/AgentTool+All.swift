extension AgentTool {
    private static let group = "The id of a group, from what-broke"
    private static let flag = "The key of a flag, from find-flags"
    private static let version = "Only this version of the program"
    private static let edits = """
        Each names an item (kind; name, a flag's key; environment, for a targeting) and has one operation: set, with \
        the members to change (clear names those to remove), create, or remove. base is “change” of the item in \
        show-flag. Members of a targeting: isOn, rules, otherwise ({"variant": "on"} or shares), off.
        """
    private static let identifier = "A new identifier of yours. The same call again has the same result"

    /// The tools, in the order of a list.
    static let all: [AgentTool] = [
        AgentTool(
            "what-broke", ListGroups.self, "What Broke",
            """
            Lists groups of crashes and failures, those that affected most people in the last 24 hours first: \
            reports24h, people24h, isNew, isReopened, and the suspected flag or version
            """,
            ["state": "", "version": "", "flag": "", "text": "", "order": "", "before": "", "limit": ""],
            defaults: ["limit": "10"]),
        AgentTool(
            "show-group", ShowGroup.self, "Show Group",
            "Returns a group of reports: what happened, to whom, after which steps", ["group": group, "hours": ""]),
        AgentTool(
            "show-suspects", ShowSuspects.self, "Show Suspects",
            "Compares the variants and versions of sessions that a group affected with those of all sessions",
            ["group": group, "hours": ""]),
        AgentTool(
            "what-changed", ListChanges.self, "What Changed",
            "Lists changes of flags in this environment, the newest first, with authors, reasons and differences",
            ["before": "", "item": "", "text": "", "author": "", "since": "", "until": "", "limit": ""],
            defaults: ["limit": "10"]),
        AgentTool(
            "find-flags", FindFlags.self, "Find Flags",
            "Finds flags by words, and says what they are in each environment", ["text": "", "limit": ""],
            defaults: ["limit": "20"]),
        AgentTool(
            "show-flag", ShowFlag.self, "Show Flag",
            "Returns a flag, its targeting in each environment, and the segments that rules name", ["flag": flag]),
        AgentTool(
            "explain-flag", TryFlag.self, "Explain Flag",
            "Evaluates a flag for a user, now or at an earlier time, and explains the result rule by rule",
            [
                "flag": flag, "context": "The user's targetingKey and attributes, such as version or country",
                "time": "The earlier time, in milliseconds since 1970",
            ]),
        AgentTool(
            "flag-impact", ShowSwitchImpact.self, "Flag Impact",
            "Returns who used a flag in the last seven days, and which features and flags would be off without it",
            ["flag": flag, "variant": ""]),
        AgentTool(
            "feature-impact", ShowBehaviour.self, "Feature Impact",
            "Returns who uses a feature, how often its actions fail or are refused, and how long they take",
            ["feature": "The path, such as App/Export; all features without it", "hours": "", "version": version]),
        AgentTool(
            "list-experiments", ListExperiments.self, "List Experiments",
            "Lists the experiments of this environment with their states", [:]),
        AgentTool(
            "experiment-results", ShowExperimentResults.self, "Experiment Results",
            "Returns the results of an experiment, which may be read at any time",
            ["experiment": "The name, from list-experiments", "phase": ""]),
        AgentTool(
            "preview-change", PreviewChange.self, "Preview Change",
            "Returns what a change would do and whether it needs an approval, and changes nothing",
            ["id": identifier, "edits": edits, "reason": "Why, for the people who read or approve it"]),
        AgentTool(
            "propose-change", ProposeChange.self, "Propose Change",
            """
            Proposes a change of flags. “applied” means that it is in effect, since the environment needs no approval \
            for it; “requested” that a person decides about it
            """,
            ["id": identifier, "edits": edits, "reason": "Why, for the people who read or approve it"],
            isReading: false),
        AgentTool(
            "show-request", ShowRequest.self, "Show Request",
            "Returns whether a proposed change was approved", ["request": "The id of the proposed change"]),
    ]
}
