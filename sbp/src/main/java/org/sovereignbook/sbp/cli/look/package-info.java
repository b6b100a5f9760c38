/** Commands that show the state of the node: status, queues, logs, costs. */
@NullMarked
package org.sovereignbook.sbp.cli.look;

import org.jspecify.annotations.NullMarked;
