/** What README.md and docs/ say, held against the program. */
@NullMarked
package org.sovereignbook.sbp.docs;

import org.jspecify.annotations.NullMarked;
