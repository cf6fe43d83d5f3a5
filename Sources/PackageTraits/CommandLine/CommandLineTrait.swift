#if !(CommandLine || Everything)
#error(
    """
    The command line firesteel needs the package trait "CommandLine". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["CommandLine"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
