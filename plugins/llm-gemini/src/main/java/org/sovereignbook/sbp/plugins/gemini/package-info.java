/** The Gemini CLI as an LLM backend. */
@NullMarked
package org.sovereignbook.sbp.plugins.gemini;

import org.jspecify.annotations.NullMarked;
