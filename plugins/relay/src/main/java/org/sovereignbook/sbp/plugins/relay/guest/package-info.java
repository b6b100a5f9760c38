/** The side of a relay whose post is held. */
@NullMarked
package org.sovereignbook.sbp.plugins.relay.guest;

import org.jspecify.annotations.NullMarked;
