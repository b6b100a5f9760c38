/**
 * The objects of {@code sbp/1} (identity, envelope, content, endorsement), their limits and their
 * validation with codes. No I/O, no state; time is a parameter.
 */
@NullMarked
package org.sovereignbook.sbp.base.protocol;

import org.jspecify.annotations.NullMarked;
