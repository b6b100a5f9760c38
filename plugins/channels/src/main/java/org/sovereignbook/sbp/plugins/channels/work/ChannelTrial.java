package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/** Trial of a channel both ways: a message to its own account, which must arrive there. */
public record ChannelTrial(ChannelLines lines, Node node) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  /**
   * Tried of a trial.
   *
   * @param serverId what the server called the message; empty when it was not accepted
   * @param arrived whether the message came back
   * @param remarks what the message shows about the server
   * @param problem why it did not work
   */
  public record Tried(
      String channel,
      Optional<String> serverId,
      boolean arrived,
      List<String> remarks,
      Optional<String> problem) {
    public Tried {
      remarks = List.copyOf(remarks);
    }

    /** Returns the outcome in lines for a person. */
    public List<String> lines() {
      List<String> all = new ArrayList<>();
      serverId.ifPresent(
          id -> all.add("out: the server has taken a message: " + PeerText.plain(id)));
      if (arrived) {
        all.add("in:  the message arrived at this account");
      }
      remarks.forEach(all::add);
      problem.ifPresent(all::add);
      return all;
    }
  }

  /** Sends a message to the channel's own account and waits until it arrives. */
  public Tried run(Account account) throws InterruptedException {
    Optional<String> serverId = Optional.empty();
    try (ChannelLine line = lines.open(account)) {
      OutgoingMessage message =
          new OutgoingMessage(
              node.randomId(),
              line.address(),
              false,
              "test of the channel " + account.name(),
              "This message tests whether this account can send and receive.",
              false,
              List.of());
      switch (line.send(message)) {
        case SendOutcome.Accepted it -> serverId = Optional.of(it.serverId());
        case SendOutcome.Failed it -> {
          return failed(account, serverId, "out: " + it.reason());
        }
        case SendOutcome.Unknown it -> {
          return failed(account, serverId, "out: " + it.reason());
        }
      }
      AtomicReference<Optional<String>> found = new AtomicReference<>(Optional.empty());
      Polling.Look<ChannelException> look =
          () -> {
            try {
              found.set(line.find(message));
              return found.get().isPresent();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              return true;
            }
          };
      boolean isThere = new Polling(node.clock(), BETWEEN).until(PATIENCE, look);
      return isThere
          ? new Tried(account.name(), serverId, true, line.remarks(message), Optional.empty())
          : failed(
              account,
              serverId,
              "in:  the message did not arrive within %d seconds".formatted(PATIENCE.toSeconds()));
    } catch (ChannelException e) {
      return failed(account, serverId, (serverId.isEmpty() ? "" : "in:  ") + e.getMessage());
    }
  }

  private static Tried failed(Account account, Optional<String> serverId, String why) {
    return new Tried(account.name(), serverId, false, List.of(), Optional.of(why));
  }
}
