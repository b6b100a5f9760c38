/** The tick: which component is due, run it, record it (IMPLEMENTATION §7). No LLM here. */
@NullMarked
package org.sovereignbook.sbp.runtime.scheduler;

import org.jspecify.annotations.NullMarked;
