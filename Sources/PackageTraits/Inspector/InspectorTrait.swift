#if !(Everything || Inspector || Server)
#error(
    """
    FiresteelInspector needs the package trait "Inspector". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Inspector"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
