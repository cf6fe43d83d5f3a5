#if !(Hummingbird || Everything)
#error(
    """
    FiresteelHummingbird needs the package trait "Hummingbird". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["Hummingbird"]). Everything doesn't include it.
    """)
#endif
