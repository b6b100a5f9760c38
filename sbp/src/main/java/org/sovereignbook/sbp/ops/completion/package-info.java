/** Completion scripts for the shells that people type in, made from the command catalog. */
@NullMarked
package org.sovereignbook.sbp.ops.completion;

import org.jspecify.annotations.NullMarked;
