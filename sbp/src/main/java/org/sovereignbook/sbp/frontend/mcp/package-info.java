/** {@code sbp mcp}: the program's commands as tools for models, and what else they may read. */
@NullMarked
package org.sovereignbook.sbp.frontend.mcp;

import org.jspecify.annotations.NullMarked;
