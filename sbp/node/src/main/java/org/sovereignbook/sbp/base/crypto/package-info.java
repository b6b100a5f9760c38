/** Keys, signatures and hashes of PROTOCOL.md §1-2 and IDENTITY.md. No I/O, no state. */
@NullMarked
package org.sovereignbook.sbp.base.crypto;

import org.jspecify.annotations.NullMarked;
