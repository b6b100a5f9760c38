/** {@code sbp up}: a node's server and timer as child processes of one foreground process. */
@NullMarked
package org.sovereignbook.sbp.ops.up;

import org.jspecify.annotations.NullMarked;
