/**
 * The test vectors of {@code sbp/1} in {@code testkit/vectors}: how each case is made. Verdicts are
 * written here by hand, from the text of the specification; nothing here asks the program.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.vectors;

import org.jspecify.annotations.NullMarked;
