package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;

/** {@code sbp a2a}: agents of this node that any client of A2A can work with (docs/a2a.md). */
@Command(
    description = "work for clients that speak A2A",
    subcommands = {
      A2aCommand.ListOpen.class,
      A2aOpen.class,
      A2aClose.class,
      A2aToken.class,
      A2aRevoke.class
    })
@Example("sbp a2a open coder --for everybody --daily-cost 2")
@Prints(A2aListing.Open.class)
@ForOwner
public final class A2aCommand extends A2aListing {

  /** {@code sbp a2a list}, the same as {@code sbp a2a}. */
  @Command(name = "list", description = "the agents that are open, and for whom")
  @Prints(A2aListing.Open.class)
  @ForOwner
  static final class ListOpen extends A2aListing {}
}
