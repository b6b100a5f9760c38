package org.sovereignbook.sbp.plugins.channels;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.work.Account;
import org.sovereignbook.sbp.plugins.channels.work.Accounts;

/** Names of channels, as people and models give them. */
final class ChannelNames {
  private ChannelNames() {}

  /**
   * Returns the channel of this name.
   *
   * @throws SocietyException {@code unknown-channel}
   */
  static Account require(Transaction tx, String name) {
    return new Accounts(tx)
        .find(name)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-channel",
                    "no channel is called " + PeerText.quote(name),
                    "all channels:  sbp channel list"));
  }

  /** Returns the channel of this name; without a name the oldest. */
  static Account choose(Transaction tx, Optional<String> name) {
    if (name.isPresent()) {
      return require(tx, name.get());
    }
    List<Account> all = new Accounts(tx).all();
    if (all.isEmpty()) {
      throw SocietyException.notFound(
          "unknown-channel", "the node has no channel", "add one:  sbp channel add email");
    }
    return all.getFirst();
  }
}
