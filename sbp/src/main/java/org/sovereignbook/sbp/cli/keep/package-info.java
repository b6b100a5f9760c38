/** Commands that maintain the node: backup, store, keys, plugins, server and tick. */
@NullMarked
package org.sovereignbook.sbp.cli.keep;

import org.jspecify.annotations.NullMarked;
