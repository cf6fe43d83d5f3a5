#if !(AsyncHTTPClient || CommandLine || Everything || Firebase || HTTP || Inspector || Server)
#error(
    """
    FiresteelHTTP, -Insight, -OTLP, -OptimizelyRemote, -PostHog and -Remote need the package trait "HTTP". Enable it where you depend on firesteel, as in \
    .package(path: "../firesteel", traits: ["HTTP"]). In a checkout of firesteel, build with --traits Everything.
    """)
#endif
