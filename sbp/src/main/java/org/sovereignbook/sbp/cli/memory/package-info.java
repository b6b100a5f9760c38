/** Commands of agents and their work: agents, tasks, mail, bus, events. */
@NullMarked
package org.sovereignbook.sbp.cli.memory;

import org.jspecify.annotations.NullMarked;
