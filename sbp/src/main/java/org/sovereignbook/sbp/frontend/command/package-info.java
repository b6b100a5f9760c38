/** The base of all subcommands: their names, arguments, output and exit codes. */
@NullMarked
package org.sovereignbook.sbp.frontend.command;

import org.jspecify.annotations.NullMarked;
