/** The OpenCode CLI as an LLM backend. */
@NullMarked
package org.sovereignbook.sbp.plugins.opencode;

import org.jspecify.annotations.NullMarked;
