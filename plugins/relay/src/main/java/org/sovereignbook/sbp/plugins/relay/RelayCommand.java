package org.sovereignbook.sbp.plugins.relay;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.plugins.relay.guest.RelayFetch;
import org.sovereignbook.sbp.plugins.relay.guest.RelayJoin;
import org.sovereignbook.sbp.plugins.relay.guest.RelayLeave;
import org.sovereignbook.sbp.plugins.relay.host.RelayEnd;
import org.sovereignbook.sbp.plugins.relay.host.RelayHost;
import picocli.CommandLine.Command;

/** {@code sbp relay}: post that this node holds for others, or others for it (docs/relay.md). */
@Command(
    description = "hold the post of nodes that nobody can reach, or have yours held",
    subcommands = {
      RelayCommand.ListAll.class,
      RelayHost.class,
      RelayEnd.class,
      RelayJoin.class,
      RelayFetch.class,
      RelayLeave.class
    })
@Example("sbp relay join https://relay.example.com")
@Prints(RelayListing.All.class)
@ForOwner
public final class RelayCommand extends RelayListing {

  /** {@code sbp relay list}, the same as {@code sbp relay}. */
  @Command(name = "list", description = "guests of this node, and the relays of this node")
  @Prints(RelayListing.All.class)
  @ForOwner
  static final class ListAll extends RelayListing {}
}
