#if !(Configuration || Everything)
#error(
    """
    FiresteelConfiguration needs the package trait "Configuration". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Configuration"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
