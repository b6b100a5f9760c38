/** Form of the requests between guest and relay, and settings of both. */
@NullMarked
package org.sovereignbook.sbp.plugins.relay.wire;

import org.jspecify.annotations.NullMarked;
