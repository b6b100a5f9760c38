/** Suites of tests that the authors of plugins run on their own extensions. */
@NullMarked
package org.sovereignbook.sbp.testkit;

import org.jspecify.annotations.NullMarked;
