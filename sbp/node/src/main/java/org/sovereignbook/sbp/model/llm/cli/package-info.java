/** Harness for coding CLIs: a scratch directory, a scrubbed environment, a time limit. */
@NullMarked
package org.sovereignbook.sbp.model.llm.cli;

import org.jspecify.annotations.NullMarked;
