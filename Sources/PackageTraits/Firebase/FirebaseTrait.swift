#if !(Everything || Firebase || Server)
#error(
    """
    FiresteelFirebase needs the package trait "Firebase". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Firebase"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
