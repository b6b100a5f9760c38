/** What the program's commands are, as data: for help to agents, completion and the shell. */
@NullMarked
package org.sovereignbook.sbp.cli.catalog;

import org.jspecify.annotations.NullMarked;
