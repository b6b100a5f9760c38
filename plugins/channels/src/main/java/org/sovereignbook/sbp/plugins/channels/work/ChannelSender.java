package org.sovereignbook.sbp.plugins.channels.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Sending of what waits in the outbox of a channel. The attempt is stored before the server is
 * contacted, and its outcome after; what is between them when the process dies is looked for at the
 * server. One process at a time sends.
 */
record ChannelSender(Ledger ledger, Account account) {
  /** Returns whether something is due. */
  public boolean isDue() {
    return !ledger.<List<OutboxRow>>read(tx -> new ChannelOutbox(tx).due(account.name())).isEmpty();
  }

  /** Sends what is due. Returns how many messages the server has accepted. */
  public int send(ChannelLine line) throws InterruptedException {
    int accepted = 0;
    for (OutboxRow row :
        ledger.<List<OutboxRow>>read(tx -> new ChannelOutbox(tx).due(account.name()))) {
      accepted += one(line, row) ? 1 : 0;
    }
    return accepted;
  }

  /** Sends one message; a fault of its own puts off no other. */
  private boolean one(ChannelLine line, OutboxRow row) throws InterruptedException {
    try {
      OutgoingMessage message = ledger.read(tx -> row.message(new ChannelOutbox(tx).text(row)));
      return row.triedAt().isPresent() ? isFound(line, row, message) : isSent(line, row, message);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      ledger.run(tx -> new ChannelOutbox(tx).putOff(row, ItemFault.reason(e)));
      return false;
    }
  }

  private boolean isSent(ChannelLine line, OutboxRow row, OutgoingMessage message)
      throws InterruptedException {
    if (!ledger.<Boolean>write(tx -> new ChannelOutbox(tx).begins(row))) {
      return false;
    }
    SendOutcome outcome = line.send(message);
    ledger.run(
        tx -> {
          new ChannelOutbox(tx).ended(row, outcome);
          switch (outcome) {
            case SendOutcome.Accepted _ -> new Accounts(tx).works(account.name());
            case SendOutcome.Failed it -> new Accounts(tx).fails(account.name(), it.reason());
            case SendOutcome.Unknown it -> new Accounts(tx).fails(account.name(), it.reason());
          }
        });
    return outcome instanceof SendOutcome.Accepted;
  }

  private boolean isFound(ChannelLine line, OutboxRow row, OutgoingMessage message)
      throws InterruptedException {
    try {
      Optional<String> found = line.find(message);
      ledger.run(
          tx -> {
            ChannelOutbox outbox = new ChannelOutbox(tx);
            found.ifPresentOrElse(id -> outbox.accepted(row, id), () -> outbox.notFound(row));
          });
      return found.isPresent();
    } catch (ChannelException e) {
      ledger.run(
          tx -> {
            new ChannelOutbox(tx).putOff(row, e.getMessage());
            new Accounts(tx).fails(account.name(), e.getMessage());
          });
      return false;
    }
  }
}
