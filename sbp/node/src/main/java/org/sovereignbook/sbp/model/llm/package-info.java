/** Extension point for LLM backends, with requests, prompts, answers and prices. */
@NullMarked
package org.sovereignbook.sbp.model.llm;

import org.jspecify.annotations.NullMarked;
