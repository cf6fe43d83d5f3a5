#if !(AppStore || Everything)
#error(
    """
    FiresteelAppStore needs the package trait "AppStore". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["AppStore"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
