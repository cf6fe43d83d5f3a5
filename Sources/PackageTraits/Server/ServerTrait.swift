#if !(Everything || Server)
#error(
    """
    The server firesteel-server needs the package trait "Server". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Server"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
