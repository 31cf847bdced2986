import Testing

/// All suites of this target, one test at a time: libvips has one error buffer for the whole process, and a process of
/// the product reads photos from one thread only.
@Suite(.serialized) enum PhotoAdapter {}
