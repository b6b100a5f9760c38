package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Work on one channel while it is open: one thread receives, one sends, and one looks for messages
 * of unknown outcome, each by a line of its own. What fails on one channel costs no other.
 */
final class ChannelWorker implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration ANNOUNCED = Duration.ofMinutes(4);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final long END_SECONDS = 10;

  private final Ledger ledger;
  private final Account account;
  private final ChannelLines lines;
  private final Consumer<String> log;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<Optional<ChannelLine>> waiting =
      new AtomicReference<>(Optional.empty());
  private final Thread receiving;
  private final Thread sending;
  private final Thread looking;

  private ChannelWorker(Ledger ledger, Account account, ChannelLines lines, Consumer<String> log) {
    this.ledger = ledger;
    this.account = account;
    this.lines = lines;
    this.log = log;
    this.receiving = Thread.ofPlatform().name("receive " + account.name()).unstarted(this::receive);
    this.sending = Thread.ofPlatform().name("send " + account.name()).unstarted(this::send);
    this.looking = Thread.ofPlatform().name("look " + account.name()).unstarted(this::look);
  }

  static ChannelWorker start(
      Ledger ledger, Account account, ChannelLines lines, Consumer<String> log) {
    ChannelWorker worker = new ChannelWorker(ledger, account, lines, log);
    worker.receiving.start();
    worker.sending.start();
    worker.looking.start();
    return worker;
  }

  Account account() {
    return account;
  }

  /** Work of a thread until it fails or the channel is closed. */
  @FunctionalInterface
  private interface Work {
    void run() throws ChannelException, InterruptedException;
  }

  private void receive() {
    repeat(this::receiveOn);
  }

  private void send() {
    ChannelSender sender = new ChannelSender(ledger, account);
    repeat(() -> emptied(sender::unsent, sender::send));
  }

  private void look() {
    ChannelSender sender = new ChannelSender(ledger, account);
    repeat(() -> emptied(sender::unknown, sender::look));
  }

  /** Does work again and again, with longer pauses the longer it fails. */
  private void repeat(Work work) {
    Duration pause = FIRST_PAUSE;
    try {
      while (ended.getCount() > 0) {
        try {
          work.run();
          pause = FIRST_PAUSE;
        } catch (ChannelException e) {
          failed(e.getMessage());
        } catch (RuntimeException e) {
          failed(ItemFault.reason(e));
        }
        if (ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void failed(String why) {
    if (ended.getCount() > 0) {
      log.accept(account.name() + ": " + why);
      ItemFault.orElse(
          () -> {
            ledger.run(tx -> new Accounts(tx).fails(account.name(), why));
            return true;
          },
          _ -> false);
    }
  }

  private void receiveOn() throws ChannelException, InterruptedException {
    ChannelAdapter.Abilities capabilities = capabilities();
    try (ChannelLine line = lines.open(account)) {
      waiting.set(Optional.of(line));
      while (ended.getCount() > 0) {
        new ChannelReceiver(ledger, account, capabilities).receive(line);
        boolean isAnnounced = line.await(ANNOUNCED);
        if (!isAnnounced) {
          int seconds = ledger.node().config().get(ChannelsSettings.POLL_SECONDS);
          boolean _ = ended.await(seconds, TimeUnit.SECONDS);
        }
      }
    } finally {
      waiting.set(Optional.empty());
    }
  }

  private ChannelAdapter.Abilities capabilities() throws ChannelException {
    try {
      return lines.adapter(account.adapter()).capabilities();
    } catch (PluginException e) {
      throw ChannelException.setup(e.getMessage());
    }
  }

  /** Work by an open channel. */
  @FunctionalInterface
  private interface LineWork {
    int by(ChannelLine line) throws InterruptedException;
  }

  /** Works whenever something is due, until the channel is closed. */
  private void emptied(Supplier<List<OutboxRow>> due, LineWork work)
      throws ChannelException, InterruptedException {
    while (ended.getCount() > 0) {
      while (ended.getCount() > 0 && !due.get().isEmpty()) {
        try (ChannelLine line = lines.open(account)) {
          int _ = work.by(line);
        }
      }
      if (ended.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  @Override
  public void close() {
    ended.countDown();
    waiting.get().ifPresent(ChannelLine::close);
    try {
      receiving.join(Duration.ofSeconds(END_SECONDS));
      sending.join(Duration.ofSeconds(END_SECONDS));
      looking.join(Duration.ofSeconds(END_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
