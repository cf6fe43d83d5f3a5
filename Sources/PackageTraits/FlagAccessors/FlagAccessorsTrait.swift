#if !(CommandLine || Everything || FlagAccessors)
#error(
    """
    The plug-in FlagAccessors needs the package trait "FlagAccessors". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["FlagAccessors"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
