/** Outbound HTTP client: address guard, limits, time-outs (PROTOCOL §7). */
@NullMarked
package org.sovereignbook.sbp.net.http;

import org.jspecify.annotations.NullMarked;
