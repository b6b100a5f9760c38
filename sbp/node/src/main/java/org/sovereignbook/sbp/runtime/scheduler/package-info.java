/** The tick: finds due components, runs them, records them (IMPLEMENTATION §7). Calls no LLM. */
@NullMarked
package org.sovereignbook.sbp.runtime.scheduler;

import org.jspecify.annotations.NullMarked;
