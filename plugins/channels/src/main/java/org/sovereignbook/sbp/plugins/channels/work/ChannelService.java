package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.ItemFault;

/** Work on all channels of a node, by one process at a time. */
public record ChannelService(Session session, Node node) {
  private static final Duration NEWS_EVERY = Duration.ofMinutes(1);

  /** Takes the lock of the process that works on channels; empty while another one has it. */
  public Optional<NodeLock> lock() {
    return NodeLock.tryAcquire(
        node.home().operational().resolve("channels.lock"),
        "channels",
        node.now(),
        node.randomId());
  }

  /** Works until it is asked to end, or the node has no channel any more. */
  public void run(BooleanSupplier isAsked, Semaphore wake) throws InterruptedException {
    ChannelLines lines = new ChannelLines(session, node);
    List<ChannelWorker> workers = new ArrayList<>();
    Instant news = Instant.MIN;
    try (Ledger ledger = session.ledger(node)) {
      try {
        while (!isAsked.getAsBoolean() && new ChannelMark(node).isAny()) {
          follow(ledger, lines, workers);
          if (!node.clock().instant().isBefore(news)) {
            news(ledger);
            news = node.clock().instant().plus(NEWS_EVERY);
          }
          boolean _ = wake.tryAcquire(1, TimeUnit.SECONDS);
        }
      } finally {
        workers.forEach(ChannelWorker::close);
      }
    }
  }

  /** Starts work on new channels, and ends it on those that were removed. */
  private void follow(Ledger ledger, ChannelLines lines, List<ChannelWorker> workers) {
    List<Account> now = ledger.read(tx -> new Accounts(tx).all());
    for (ChannelWorker worker : List.copyOf(workers)) {
      if (now.stream().noneMatch(worker.account()::is)) {
        workers.remove(worker);
        worker.close();
      }
    }
    for (Account account : now) {
      if (workers.stream().noneMatch(worker -> worker.account().is(account))) {
        workers.add(ChannelWorker.start(ledger, account, lines, session.output()::log));
      }
    }
  }

  /** Queues news for the owner; what fails there stops no channel. */
  private void news(Ledger ledger) {
    boolean _ =
        ItemFault.orElse(
            () -> {
              new OwnerNews(session, node, ledger).queue();
              return true;
            },
            fault -> {
              session.output().log("news for the owner: " + ItemFault.reason(fault));
              return false;
            });
  }

  /**
   * Sends once by all channels, and then receives: a server that hangs there holds up no message.
   *
   * @return how many messages servers have accepted
   */
  public int once(Ledger ledger) throws InterruptedException {
    news(ledger);
    ChannelLines lines = new ChannelLines(session, node);
    List<Account> all = ledger.read(tx -> new Accounts(tx).all());
    int accepted = 0;
    for (Account account : all) {
      accepted +=
          once(ledger, lines, account, line -> new ChannelSender(ledger, account).send(line));
    }
    for (Account account : all) {
      accepted += once(ledger, lines, account, line -> received(ledger, lines, account, line));
    }
    return accepted;
  }

  private static int received(Ledger ledger, ChannelLines lines, Account account, ChannelLine line)
      throws ChannelException, InterruptedException {
    int found = new ChannelSender(ledger, account).look(line);
    new ChannelReceiver(ledger, account, lines.adapter(account.adapter()).capabilities())
        .receive(line);
    return found;
  }

  /** Work by an open channel. */
  @FunctionalInterface
  private interface Work {
    int by(ChannelLine line) throws ChannelException, InterruptedException;
  }

  /** Works once by a channel; its failure is stored with it. */
  private static int once(Ledger ledger, ChannelLines lines, Account account, Work work)
      throws InterruptedException {
    try (ChannelLine line = lines.open(account)) {
      return work.by(line);
    } catch (ChannelException | PluginException e) {
      ledger.run(tx -> new Accounts(tx).fails(account.name(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      ledger.run(tx -> new Accounts(tx).fails(account.name(), ItemFault.reason(e)));
    }
    return 0;
  }
}
