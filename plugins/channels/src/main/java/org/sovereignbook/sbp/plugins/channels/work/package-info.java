/** Tables of channels, and the work on them: receiving, sending, alarms, digests. */
@NullMarked
package org.sovereignbook.sbp.plugins.channels.work;

import org.jspecify.annotations.NullMarked;
