package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.plugins.a2a.client.A2aAdd;
import org.sovereignbook.sbp.plugins.a2a.client.A2aAgents;
import org.sovereignbook.sbp.plugins.a2a.client.A2aCancel;
import org.sovereignbook.sbp.plugins.a2a.client.A2aRemove;
import org.sovereignbook.sbp.plugins.a2a.client.A2aSend;
import org.sovereignbook.sbp.plugins.a2a.client.A2aShow;
import org.sovereignbook.sbp.plugins.a2a.client.A2aTaskShow;
import picocli.CommandLine.Command;

/** {@code sbp a2a}: agents of this node that any client of A2A can work with (docs/a2a.md). */
@Command(
    description = "work for clients that speak A2A, and work of agents of others",
    subcommands = {
      A2aCommand.ListOpen.class,
      A2aOpen.class,
      A2aClose.class,
      A2aToken.class,
      A2aRevoke.class,
      A2aAdd.class,
      A2aAgents.class,
      A2aShow.class,
      A2aSend.class,
      A2aTaskShow.class,
      A2aCancel.class,
      A2aRemove.class
    })
@Example("sbp a2a open coder --for everybody --daily-cost 2")
@Prints(A2aListing.Open.class)
@ForOwner
public final class A2aCommand extends A2aListing {

  /** {@code sbp a2a list}, the same as {@code sbp a2a}. */
  @Command(
      name = "list",
      description = "the agents that are open, and for whom; those of others that are known")
  @Prints(A2aListing.Open.class)
  @ForOwner
  static final class ListOpen extends A2aListing {}
}
