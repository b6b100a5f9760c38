/** Housekeeping: logs, archives, indexes, status, history (IMPLEMENTATION §3.2, maintenance). */
@NullMarked
package org.sovereignbook.sbp.peer.maintenance;

import org.jspecify.annotations.NullMarked;
