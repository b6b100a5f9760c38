/** The side of a relay that holds post for others. */
@NullMarked
package org.sovereignbook.sbp.plugins.relay.host;

import org.jspecify.annotations.NullMarked;
