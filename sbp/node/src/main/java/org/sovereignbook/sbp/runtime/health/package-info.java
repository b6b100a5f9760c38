/** The health of a node: its problems, the notices about them, and the daily digest. */
@NullMarked
package org.sovereignbook.sbp.runtime.health;

import org.jspecify.annotations.NullMarked;
