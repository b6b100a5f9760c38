/** Interface between channels and their adapters (NEXUS-AGENT-SYSTEM, adapters). */
@NullMarked
package org.sovereignbook.sbp.plugins.channels.line;

import org.jspecify.annotations.NullMarked;
