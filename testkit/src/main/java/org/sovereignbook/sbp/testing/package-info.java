/**
 * Fixtures for the tests of all modules: nodes in temporary folders, known keys, a clock to turn, a
 * disk and a database whose process crashes, connected nodes.
 */
@org.jspecify.annotations.NullMarked
package org.sovereignbook.sbp.testing;
