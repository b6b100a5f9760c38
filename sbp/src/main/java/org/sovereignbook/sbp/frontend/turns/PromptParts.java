package org.sovereignbook.sbp.frontend.turns;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnPrompts.Kind;
import org.sovereignbook.sbp.society.sessions.TurnPrompts.Part;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Parts of a prompt with their sizes and authors. */
final class PromptParts {
  /** Author of the program's own texts. */
  static final List<String> PROGRAM = List.of(Principal.SYSTEM.text());

  private static final int MOST_AUTHORS = 20;

  private final List<Part> parts = new ArrayList<>();

  /**
   * Thread of a turn as messages.
   *
   * @param summary in place of folded turns
   * @param now those of the turn itself
   * @param folded the number of turns that the summary stands for
   * @param self the principal of the session's agent
   */
  record ShownThread(
      List<ChatMessage> summary,
      List<ChatMessage> earlier,
      List<ChatMessage> now,
      TurnThread.Effective shown,
      long folded,
      List<String> authorsBefore,
      List<String> authorsNow,
      String self) {
    static ShownThread of(Transaction tx, AgentTurn turn, Principal self) {
      TurnThread thread = new TurnThread(tx);
      AgentTurn now = thread.find(turn.id()).orElseThrow();
      TurnThread.Effective shown = thread.effective(now);
      return new ShownThread(
          ThreadMessages.of(
              thread, new TurnThread.Effective(shown.summary(), List.of()), Optional.empty()),
          ThreadMessages.of(
              thread, new TurnThread.Effective(Optional.empty(), shown.turns()), Optional.empty()),
          ThreadMessages.of(
              thread, new TurnThread.Effective(Optional.empty(), List.of()), Optional.of(now)),
          shown,
          shown.summary().map(thread::folded).orElse(0L),
          authors(
              shown.turns().stream().flatMap(one -> new TurnLog(tx).causes(one).stream()).toList()),
          authors(new TurnLog(tx).causes(now)),
          self.text());
    }

    List<ChatMessage> all() {
      return Stream.of(summary, earlier, now).flatMap(List::stream).toList();
    }
  }

  static List<String> authors(Collection<Authority> all) {
    return all.stream()
        .map(authority -> authority.principal().text())
        .distinct()
        .sorted()
        .limit(MOST_AUTHORS)
        .toList();
  }

  /** Adds a text of the prompt, unless it is empty. */
  PromptParts with(Kind kind, String text, List<String> authors) {
    return text.isEmpty() ? this : with(kind, 1, PromptSize.estimate(text), authors);
  }

  PromptParts with(Kind kind, int count, int tokens, List<String> authors) {
    if (count > 0) {
      parts.add(new Part(kind.toString(), count, tokens, authors, Optional.empty()));
    }
    return this;
  }

  /**
   * Adds a thread.
   *
   * @param fitted its messages as they are sent
   */
  PromptParts with(ShownThread thread, List<ChatMessage> fitted) {
    int summary = thread.summary().size();
    int before = summary + thread.earlier().size();
    thread
        .shown()
        .summary()
        .ifPresent(
            turn ->
                parts.add(
                    new Part(
                        Kind.SUMMARY.toString(),
                        Math.toIntExact(thread.folded()),
                        PromptSize.estimate(fitted.subList(0, summary)),
                        List.of(turn.summarizedBy()),
                        Optional.of(turn.id()))));
    int turns = thread.shown().turns().size();
    int tokens = PromptSize.estimate(fitted.subList(summary, before));
    with(Kind.EARLIER_TURNS, turns, tokens, thread.authorsBefore());
    List<ChatMessage> now = fitted.subList(before, fitted.size());
    messages(now, ChatMessage.User.class, Kind.MESSAGES, thread.authorsNow());
    messages(now, ChatMessage.Assistant.class, Kind.ANSWERS, List.of(thread.self()));
    messages(now, ChatMessage.ToolResult.class, Kind.RESULTS, List.of());
    return this;
  }

  private void messages(
      List<ChatMessage> all, Class<? extends ChatMessage> type, Kind kind, List<String> authors) {
    List<ChatMessage> some = all.stream().filter(type::isInstance).toList();
    PromptParts _ = with(kind, some.size(), PromptSize.estimate(some), authors);
  }

  List<Part> all() {
    return List.copyOf(parts);
  }
}
