/** {@code sbp shell}: commands typed one after another, with completion, or read from a script. */
@NullMarked
package org.sovereignbook.sbp.ops.shell;

import org.jspecify.annotations.NullMarked;
