"""The features and words of a made-up program, as the fixture server shows them."""

# path, name, kind, description, condition or None, actions: (identifier, name, input type, published)
FEATURES = [
    ("App", "Documents", "group", "Everything the program can do", None, []),
    (
        "App/Documents",
        "Document Management",
        "feature",
        "Create, open, save and close documents",
        None,
        [
            ("Open", "Open Document", "DocumentReference", True),
            ("Create", "Create Document", "NewDocument", True),
            ("Save", "Save Document", "DocumentContents", True),
            ("Rename", "Rename Document", "Renaming", True),
            ("Delete", "Delete Document", "DocumentReference", True),
            ("UndoDelete", "Undo Delete", None, False),
            ("Backup", "Write Backup", "DocumentReference", False),
            ("Close", "Close Document", "DocumentReference", True),
        ],
    ),
    (
        "App/Search",
        "Search",
        "feature",
        "Find documents by their words",
        None,
        [("Search", "Search Documents", "SearchWords", True)],
    ),
    (
        "App/Preview",
        "Preview",
        "conditional",
        "See a document as its readers will",
        "on",
        [("Show", "Show Preview", "DocumentReference", True), ("Render", "Render Preview", "DocumentReference", False)],
    ),
    (
        "App/Import",
        "Import",
        "group",
        "Bring documents in from elsewhere",
        None,
        [("Folder", "Import Folder", "FolderReference", True), ("File", "Import File", "FileReference", False)],
    ),
    (
        "App/Import/Archive",
        "Archive Import",
        "conditional",
        "Read a whole archive at once",
        "waiting",
        [("Archive", "Import Archive", "FileReference", True)],
    ),
    (
        "App/Sharing",
        "Document Sharing",
        "conditional",
        "Share documents with other people",
        "off",
        [
            ("Share", "Share Document", "DocumentReference", True),
            ("Stop", "Stop Sharing", "DocumentReference", False),
            ("People", "Show People", None, False),
        ],
    ),
    (
        "App/Sharing/Links",
        "Link Sharing",
        "conditional",
        "Share by a link that anybody can open",
        "parent",
        [("Copy", "Copy Link", "DocumentReference", True)],
    ),
    (
        "App/FocusMode",
        "Focus Mode",
        "conditional",
        "Write without distraction",
        "on",
        [
            ("Enter", "Enter Focus", "FocusStyle", True),
            ("Width", "Set Line Width", "LineWidth", False),
            ("Leave", "Leave Focus", None, True),
        ],
    ),
    (
        "App/Preferences",
        "Preferences",
        "feature",
        "Set the program up",
        None,
        [("Ruler", "Show Ruler", "Switch", False), ("Storage", "Show Storage", None, False)],
    ),
]

NAMES = {path: name for path, name, *_ in FEATURES}
ACTIONS = {(path, identifier): name for path, _, _, _, _, actions in FEATURES for identifier, name, _, _ in actions}

# What the made-up users do, the most usual most often: feature, action, input, duration in microseconds
DEEDS = [
    ("App/Documents", "Open", "Quarterly plan.md", 18_000),
    ("App/Documents", "Save", "Q4 plan.md, 179 KB", 41_000),
    ("App/Documents", "Save", "Reading list.md, 4 KB", 12_000),
    ("App/Documents", "Rename", "Quarterly plan → Q4 plan", 6_800),
    ("App/Search", "Search", "“budget”", 27_000),
    ("App/Preview", "Show", "Budget.md", 22_000),
    ("App/Preview", "Render", "Budget.md", 9_000),
    ("App/Preferences", "Ruler", "on", 400),
    ("App/FocusMode", "Enter", "paragraph", 2_100),
    ("App/FocusMode", "Width", "72 characters", 400),
    ("App/FocusMode", "Leave", None, 1_800),
    ("App/Documents", "Create", "Untitled", 7_700),
    ("App/Documents", "Delete", "Old drafts.md", 64_000),
    ("App/Documents", "Close", "Budget.md", 3_200),
    ("App/Import", "Folder", "Notes, 212 files", 1_900_000),
    ("App/Sharing", "Share", "Q4 plan.md", 140_000),
    ("App/Preferences", "Storage", None, 5_500),
]

MESSAGES = [
    ("debug", "writing to a temporary file", "documents.store"),
    ("info", "saved Q4 plan.md, 182 KB", "documents.store"),
    ("debug", "131,072 of 186,368 bytes", "documents.store"),
    ("info", "backup written to Documents/.backups", "documents.store"),
    ("notice", "the temporary file was removed", "documents.store"),
    ("debug", "index has 212 documents", "documents.search"),
    ("warning", "40 KB left on the volume", "documents.store"),
    ("info", "rendered page 4 of 14", "documents.preview"),
    ("trace", "checksum 8f12c0aa", "documents.store"),
    ("error", "write failed, errno 28: No space left on device", "documents.store"),
]
