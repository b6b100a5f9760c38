/** What every subcommand is made of: how it is called, what it is given, where its output goes. */
@NullMarked
package org.sovereignbook.sbp.cli.command;

import org.jspecify.annotations.NullMarked;
