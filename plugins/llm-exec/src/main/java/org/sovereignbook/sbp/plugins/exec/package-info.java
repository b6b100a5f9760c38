/** Plugin llm-exec: any command that reads a prompt and prints an answer, as an LLM backend. */
@NullMarked
package org.sovereignbook.sbp.plugins.exec;

import org.jspecify.annotations.NullMarked;
