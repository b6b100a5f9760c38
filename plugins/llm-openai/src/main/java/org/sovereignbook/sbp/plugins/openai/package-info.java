/** Plugin llm-openai: any HTTP API that speaks OpenAI's chat completions, as an LLM backend. */
@NullMarked
package org.sovereignbook.sbp.plugins.openai;

import org.jspecify.annotations.NullMarked;
