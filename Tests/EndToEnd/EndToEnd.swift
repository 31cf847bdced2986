import Testing

// Whole runs of the programs as people run them: real processes, real files, the outputs opened by tools that are not
// ours. Each test has its own folder, runtime and state; everything that waits has a deadline.
//
// One test at a time: each runs the whole set of processes, and a machine of two processors has room for one.

/// The suite that holds all others, so that they run one after another.
@Suite(.serialized) enum EndToEnd {}
