/** The verification checklist of IMPLEMENTATION §10 as checks that change nothing. */
@NullMarked
package org.sovereignbook.sbp.ops.doctor;

import org.jspecify.annotations.NullMarked;
