package org.sovereignbook.sbp.cli.sessions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.LiveMarkdown;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Additions to a session since the last look, whoever runs its turns. For one thread. */
final class SessionNews {
  private final String label;
  private final Map<String, Integer> shownMessages = new HashMap<>();

  /** The part of each running turn's answer that was shown. */
  private final Map<String, String> streamed = new HashMap<>();

  private final Map<String, CallState> shownCalls = new HashMap<>();
  private final Set<String> done = new HashSet<>();
  private String from;
  private long heard;
  private Optional<AgentTurn> lastEnded = Optional.empty();

  private SessionNews(String label, String from, long heard) {
    this.label = label;
    this.from = from;
    this.heard = heard;
  }

  /** Makes news of a turn, without what was heard from elsewhere. */
  static SessionNews ofTurn(String label, String turn) {
    return new SessionNews(label, turn, Long.MAX_VALUE);
  }

  /**
   * Makes news that begin with the newest turns.
   *
   * @param most how many of those that there are already
   */
  static SessionNews of(Transaction tx, String label, int most) {
    List<AgentTurn> newest = new TurnThread(tx).newestOf(label, most + 1);
    SessionNews news =
        new SessionNews(
            label,
            newest.stream().findFirst().map(AgentTurn::id).orElse(""),
            SessionPiece.last(tx));
    if (newest.size() > most && newest.getFirst().state() != TurnState.RUNNING) {
      news.done.add(newest.getFirst().id());
    }
    return news;
  }

  /**
   * One line or text.
   *
   * @param number its place in the turn
   * @param event the same for programs
   */
  record Item(int number, ChatEvent event, String line, boolean isMarkdown) {
    /** Prints it below a text that grows, or adds it to that text. */
    void print(Output output, LiveMarkdown text) {
      if (isMarkdown) {
        text.add(line);
        output.jsonLine(event);
      } else {
        text.end();
        print(output);
      }
    }

    void print(Output output) {
      if (isMarkdown) {
        output.markdown("", line);
      } else if (!line.isEmpty()) {
        output.line(line);
      }
      output.jsonLine(event);
    }
  }

  /** Returns the newest turn that was seen ended. */
  Optional<AgentTurn> lastEnded() {
    return lastEnded;
  }

  /** Returns what is new. */
  List<Item> look(Transaction tx) {
    TurnThread thread = new TurnThread(tx);
    List<Item> items = new ArrayList<>();
    List<AgentTurn> turns = thread.since(label, from);
    for (AgentTurn turn : turns) {
      if (!done.contains(turn.id())) {
        items.addAll(look(thread.whole(turn)));
        if (turn.state() != TurnState.RUNNING) {
          items.add(new Item(Integer.MAX_VALUE, ChatEvent.turn(turn), ended(turn), false));
          shownMessages.remove(turn.id());
          done.add(turn.id());
          lastEnded = Optional.of(turn);
        }
      }
    }
    for (SessionPiece piece : SessionPiece.after(tx, label, heard)) {
      heard = piece.number();
      items.add(new Item(0, ChatEvent.heard(label, piece), "  " + piece.line(), false));
    }
    // A compaction is newer than the turn that waits for it.
    turns.stream()
        .filter(turn -> turn.state() == TurnState.RUNNING)
        .findFirst()
        .or(() -> turns.isEmpty() ? Optional.empty() : Optional.of(turns.getLast()))
        .ifPresent(turn -> from = turn.id());
    return items;
  }

  private static String ended(AgentTurn turn) {
    return switch (turn.state()) {
      case COMPLETED, RUNNING -> "";
      case FAILED, ABORTED -> "-- " + TurnWords.ended(turn.state(), turn.why());
    };
  }

  /** Returns the messages and calls in their order: a call where its result is. */
  private List<Item> look(TurnThread.Whole whole) {
    String turn = whole.turn().id();
    int before = shownMessages.getOrDefault(turn, 0);
    List<Item> items = new ArrayList<>();
    for (TurnMessage message : whole.messages()) {
      boolean isUnderWay =
          message.role() == TurnMessage.Role.PARTIAL && whole.turn().state() == TurnState.RUNNING;
      if (message.number() > before) {
        item(whole.turn(), message).ifPresent(items::add);
        if (!isUnderWay) {
          shownMessages.put(turn, message.number());
          streamed.remove(turn);
        }
      }
    }
    for (TurnCall call : whole.calls()) {
      if (!Optional.ofNullable(shownCalls.put(call.id(), call.state()))
          .equals(Optional.of(call.state()))) {
        items.add(
            new Item(
                call.result().orElse(call.asked()),
                ChatEvent.tool(label, turn, call.name(), call.state().toString())
                    .saying(TurnWords.touched(call)),
                call.result().isPresent() ? TurnWords.call(call, call.state().toString()) : "",
                false));
      }
    }
    items.sort(Comparator.comparingInt(Item::number));
    return items;
  }

  private Optional<Item> item(AgentTurn of, TurnMessage message) {
    String turn = of.id();
    String text = message.text().orElse("(erased)");
    return switch (message.role()) {
      case USER ->
          Optional.of(
              new Item(
                  message.number(),
                  ChatEvent.said(label, turn, text),
                  message.source().map(Object::toString).orElse("user")
                      + ": "
                      + PeerText.plain(text),
                  false));
      case ASSISTANT, PARTIAL -> piece(turn, message.number(), text);
      case SUMMARY ->
          Optional.of(
              new Item(
                  message.number(),
                  ChatEvent.compaction(label, of),
                  "-- " + TurnWords.summarized(of),
                  false));
      case NOTE, TOOL -> Optional.empty();
    };
  }

  /** Returns the part of an answer that was not shown while it was written. */
  private Optional<Item> piece(String turn, int number, String text) {
    String before = Optional.ofNullable(streamed.put(turn, text)).orElse("");
    String piece =
        text.startsWith(before) ? text.substring(before.length()) : "\n\n" + text.strip();
    return piece.isBlank()
        ? Optional.empty()
        : Optional.of(new Item(number, ChatEvent.text(label, turn, piece), piece, true));
  }
}
