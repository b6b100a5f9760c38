/** The one place of judgment: the LLM backend extension point, prompts, and the built-in rules. */
@NullMarked
package org.sovereignbook.sbp.model.llm;

import org.jspecify.annotations.NullMarked;
