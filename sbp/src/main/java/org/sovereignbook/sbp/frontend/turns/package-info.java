/** Turns of sessions: the calls of the model, and of the tools that it asks for. */
@NullMarked
package org.sovereignbook.sbp.frontend.turns;

import org.jspecify.annotations.NullMarked;
