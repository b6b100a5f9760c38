/** The command line: one class per subcommand that parses, calls one room, and prints. */
@NullMarked
package org.sovereignbook.sbp.cli;

import org.jspecify.annotations.NullMarked;
