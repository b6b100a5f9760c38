/** What every subcommand is made of: how it is called, what it is given, where its output goes. */
@NullMarked
package org.sovereignbook.sbp.frontend.command;

import org.jspecify.annotations.NullMarked;
