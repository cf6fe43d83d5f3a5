#if !(Everything || Macros)
#error(
    """
    FiresteelMacros needs the package trait "Macros". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Macros"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
