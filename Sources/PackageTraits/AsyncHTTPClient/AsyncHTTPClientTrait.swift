#if !(AsyncHTTPClient || Everything)
#error(
    """
    FiresteelAsyncHTTPClient needs the package trait "AsyncHTTPClient". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["AsyncHTTPClient"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
