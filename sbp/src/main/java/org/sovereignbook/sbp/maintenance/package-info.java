/** Housekeeping: logs, archives, indexes, status, history (IMPLEMENTATION §3.2, maintenance). */
@NullMarked
package org.sovereignbook.sbp.maintenance;

import org.jspecify.annotations.NullMarked;
