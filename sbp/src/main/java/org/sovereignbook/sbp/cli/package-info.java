/** The command line: the table of subcommands, the parser, and the process around them. */
@NullMarked
package org.sovereignbook.sbp.cli;

import org.jspecify.annotations.NullMarked;
