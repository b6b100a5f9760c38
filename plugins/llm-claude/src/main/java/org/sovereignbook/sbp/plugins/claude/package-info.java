/** The Claude Code CLI as an LLM backend. */
@NullMarked
package org.sovereignbook.sbp.plugins.claude;

import org.jspecify.annotations.NullMarked;
