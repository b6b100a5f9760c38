/** Strict I-JSON in, canonical (RFC 8785) or readable JSON out. No I/O, no state. */
@NullMarked
package org.sovereignbook.sbp.base.json;

import org.jspecify.annotations.NullMarked;
