package org.sovereignbook.sbp.plugins.relay;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.relay.guest.RelayView;
import org.sovereignbook.sbp.plugins.relay.host.GuestView;

/** Output of {@code sbp relay} and its part {@code list}. */
abstract class RelayListing extends SocietyCommand<RelayListing.All> {
  /** Guests and relays of a node. */
  record All(List<GuestView> guests, List<RelayView> relays) {}

  @Override
  protected String tool() {
    return "relay_list";
  }

  @Override
  protected All work(Transaction tx, Caller caller) {
    return new All(GuestView.all(tx), RelayView.all(tx));
  }

  @Override
  protected ExitCode show(Output output, All all) {
    if (!all.relays().isEmpty()) {
      Table relays = Table.of("RELAY", "STATE", "HEARD", "BROUGHT", "ADDRESS").whole("RELAY");
      for (RelayView one : all.relays()) {
        relays.row(
            one.relay().toString(),
            one.state().toString(),
            new Timestamp(one.heardAt()).toString(),
            Long.toString(one.stored()),
            one.address().toString());
      }
      output.table(relays, "");
    }
    if (!all.guests().isEmpty() || all.relays().isEmpty()) {
      Table guests =
          Table.of("GUEST", "STATE", "HEARD", "WAITING", "SIZE", "ADDRESS").whole("GUEST");
      for (GuestView one : all.guests()) {
        guests.row(
            one.name().isEmpty() ? one.key().toString() : PeerText.plain(one.name()),
            one.state().toString(),
            new Timestamp(one.heardAt()).toString(),
            Integer.toString(one.waiting()),
            Wording.size(one.bytes()),
            one.address().toString());
      }
      output.table(
          guests,
          "no guests, and no relay; to be reached by one:  sbp relay join https://…; to be one: "
              + " sbp relay host");
    }
    for (RelayView one : all.relays()) {
      one.problem().ifPresent(why -> output.warning(one.relay() + ": " + PeerText.plain(why)));
    }
    return output.list(all);
  }
}
