#if !(AsyncHTTPClient || CommandLine || Everything || Firebase || HTTP || Inspector)
#error(
    """
    What speaks HTTP (FiresteelHTTP, -OTLP, -OptimizelyRemote, -PostHog, -Remote) needs the package trait "HTTP". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["HTTP"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
