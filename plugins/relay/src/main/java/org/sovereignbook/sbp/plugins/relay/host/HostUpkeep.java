package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;

/** Work of a relay beside requests. */
public final class HostUpkeep {
  private HostUpkeep() {}

  private static Path path(Node node) {
    return node.home().runtime().resolve("relay").resolve("hosting.json");
  }

  /** Returns whether there may be guests, without a look into the database. */
  public static boolean isNeeded(Node node) {
    return node.disk().exists(path(node))
        || node.config().get(RelaySettings.GUESTS) == RelaySettings.Guests.TRUSTED;
  }

  /** Writes or removes the file that says so, after a change was stored. */
  public static void renew(Ledger ledger) {
    Node node = ledger.node();
    boolean isAny = ledger.<Boolean>read(tx -> new GuestTable(tx).isAny());
    boolean isSaid = node.disk().exists(path(node));
    if (isAny && !isSaid) {
      node.writeJson(path(node), JsonObject.empty().with("hosting", true));
    } else if (!isAny && isSaid) {
      node.disk().delete(path(node));
    }
  }

  /** Stores the budgets of guests. */
  public static void work(Ledger ledger) {
    if (isNeeded(ledger.node())) {
      HostState.of(ledger.node()).save(ledger, true);
    }
  }

  /** Forgets guests whose address has ended, and old messages and requests of the others. */
  public static int forget(Ledger ledger) {
    int forgotten =
        ledger.write(tx -> new GuestTable(tx).forgetGone())
            + ledger.write(tx -> Letters.forget(tx))
            + ledger.write(tx -> GuestTable.forgetRequests(tx));
    renew(ledger);
    return forgotten;
  }

  /** Returns what is under way, in a few words. */
  public static Optional<String> status(Transaction tx) {
    List<Guest> guests = new GuestTable(tx).all().stream().filter(Guest::joined).toList();
    long waiting = guests.stream().mapToLong(Guest::waiting).sum();
    return guests.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "post for %s, %s"
                .formatted(
                    Wording.counted(guests.size(), "guest"),
                    waiting == 0 ? "none waits" : Wording.counted(waiting, "message") + " wait"));
  }
}
