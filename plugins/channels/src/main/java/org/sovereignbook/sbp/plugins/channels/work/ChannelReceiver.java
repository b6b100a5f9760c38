package org.sovereignbook.sbp.plugins.channels.work;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.store.ItemFault;

/** Receiving of what has come by a channel; each message in a transaction of its own. */
record ChannelReceiver(Ledger ledger, Account account, ChannelAdapter.Abilities capabilities) {
  /** Takes what has come. */
  public void receive(ChannelLine line) throws ChannelException, InterruptedException {
    Optional<String> since =
        ledger.read(tx -> new Accounts(tx).find(account.name()).flatMap(Account::cursor));
    String reached = line.receive(since, this::take);
    ledger.run(
        tx -> {
          new Accounts(tx).reached(account.name(), reached);
          new Accounts(tx).works(account.name());
        });
  }

  private void take(String cursor, ChannelMessage message) {
    boolean _ =
        ItemFault.orElse(
            () -> {
              ledger.run(
                  tx -> new ChannelArrivals(tx, account, capabilities).take(cursor, message));
              return true;
            },
            fault -> {
              ledger.run(
                  tx ->
                      new ChannelArrivals(tx, account, capabilities)
                          .setAside(cursor, message, ItemFault.reason(fault)));
              return false;
            });
  }
}
