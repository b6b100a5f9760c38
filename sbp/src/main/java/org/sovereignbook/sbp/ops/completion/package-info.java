/** Completion scripts for interactive shells, generated from the command catalog. */
@NullMarked
package org.sovereignbook.sbp.ops.completion;

import org.jspecify.annotations.NullMarked;
