/** A node as a server of tools in the settings of coding CLIs: {@code sbp mcp install}. */
@NullMarked
package org.sovereignbook.sbp.plugins.clis;

import org.jspecify.annotations.NullMarked;
