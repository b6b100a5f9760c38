/** Commands for conversations with agents: {@code sbp chat} and {@code sbp session}. */
@NullMarked
package org.sovereignbook.sbp.cli.sessions;

import org.jspecify.annotations.NullMarked;
