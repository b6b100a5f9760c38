/** {@code sbp mcp}: the program's commands as tools for models, with resources and prompts. */
@NullMarked
package org.sovereignbook.sbp.frontend.mcp;

import org.jspecify.annotations.NullMarked;
