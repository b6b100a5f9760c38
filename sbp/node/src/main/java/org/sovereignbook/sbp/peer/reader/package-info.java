/** Deterministic code on both sides of the reader's judgment (IMPLEMENTATION §2, §3.3). */
@NullMarked
package org.sovereignbook.sbp.peer.reader;

import org.jspecify.annotations.NullMarked;
