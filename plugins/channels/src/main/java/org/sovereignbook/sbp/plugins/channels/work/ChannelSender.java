package org.sovereignbook.sbp.plugins.channels.work;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Sending of what waits in the outbox of a channel. The attempt is stored before the server is
 * contacted, and its outcome after; what is between them when the process dies is looked for at the
 * server. One process at a time sends. Sending and looking each have a line of their own where both
 * run all the time, so that no message waits while the server is slow to find another.
 */
record ChannelSender(Ledger ledger, Account account) {
  /** Returns messages that are to be sent. */
  List<OutboxRow> unsent() {
    return ledger.read(tx -> new ChannelOutbox(tx).unsent(account.name()));
  }

  /** Returns messages of unknown outcome that are to be looked for. */
  List<OutboxRow> unknown() {
    return ledger.read(tx -> new ChannelOutbox(tx).unknown(account.name()));
  }

  /** Sends what is due. Returns how many messages the server has accepted. */
  int send(ChannelLine line) throws InterruptedException {
    int accepted = 0;
    for (OutboxRow row : unsent()) {
      accepted += one(row, message -> isSent(line, row, message)) ? 1 : 0;
    }
    return accepted;
  }

  /**
   * Looks for messages of unknown outcome. A server that does not answer is asked once.
   *
   * @return how many messages the server has
   */
  int look(ChannelLine line) throws InterruptedException {
    int found = 0;
    AtomicReference<Optional<String>> silent = new AtomicReference<>(Optional.empty());
    for (OutboxRow row : unknown()) {
      found += one(row, message -> isFound(line, row, message, silent)) ? 1 : 0;
    }
    return found;
  }

  /** Work on one message. */
  @FunctionalInterface
  private interface Work {
    boolean on(OutgoingMessage message) throws InterruptedException;
  }

  /** Works on one message; a fault of its own puts off no other. */
  private boolean one(OutboxRow row, Work work) throws InterruptedException {
    try {
      return work.on(ledger.read(tx -> row.message(new ChannelOutbox(tx).text(row))));
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

  private boolean isFound(
      ChannelLine line,
      OutboxRow row,
      OutgoingMessage message,
      AtomicReference<Optional<String>> silent)
      throws InterruptedException {
    if (silent.get().isPresent()) {
      ledger.run(tx -> new ChannelOutbox(tx).putOff(row, silent.get().get()));
      return false;
    }
    try {
      Optional<String> found = line.find(message);
      ledger.run(
          tx -> {
            ChannelOutbox outbox = new ChannelOutbox(tx);
            found.ifPresentOrElse(id -> outbox.accepted(row, id), () -> outbox.notFound(row));
          });
      return found.isPresent();
    } catch (ChannelException e) {
      silent.set(Optional.of(e.getMessage()));
      ledger.run(
          tx -> {
            new ChannelOutbox(tx).putOff(row, e.getMessage());
            new Accounts(tx).fails(account.name(), e.getMessage());
          });
      return false;
    }
  }
}
