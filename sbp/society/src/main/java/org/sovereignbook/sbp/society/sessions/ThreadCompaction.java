package org.sovereignbook.sbp.society.sessions;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/**
 * Compaction of a thread (NEXUS §7): a turn whose summary stands for the older part of the thread.
 * Nothing is removed, and the original stays readable. It replaces whole turns only, and the
 * earlier summary together with them.
 */
public record ThreadCompaction(Transaction tx) {
  private static final int LINE_CHARACTERS = 300;
  private static final int MAX_EXTRACT_BYTES = 24_000;

  /**
   * Turns that a compaction will replace.
   *
   * @param head the head that it was made for
   * @param summary the earlier summary, which it replaces, too
   * @param replaced the oldest first
   * @param kept the turns that stay as they are
   */
  public record Replacing(
      Optional<String> head,
      Optional<AgentTurn> summary,
      List<AgentTurn> replaced,
      List<AgentTurn> kept) {
    public Replacing {
      replaced = List.copyOf(replaced);
      kept = List.copyOf(kept);
    }
  }

  /**
   * Plans a compaction.
   *
   * @param running the turn that continues behind it, if one runs
   * @param keepTokens about the size of the newest turns that stay
   * @return empty when there is no turn to replace
   */
  public Optional<Replacing> plan(
      AgentSession session, Optional<AgentTurn> running, int keepTokens) {
    TurnThread thread = new TurnThread(tx);
    TurnThread.Effective shown =
        running.map(thread::effective).orElseGet(() -> thread.effective(session));
    List<AgentTurn> turns = shown.turns();
    int from = turns.size();
    int size = 0;
    while (from > 0) {
      size += size(thread, turns.get(from - 1));
      if (size > keepTokens) {
        break;
      }
      from--;
    }
    // The oldest kept turn is one of the thread, so that the thread is read back to it.
    while (from > 0 && from < turns.size() && turns.get(from).state().isUnfinished()) {
      from++;
    }
    return from == 0
        ? Optional.empty()
        : Optional.of(
            new Replacing(
                session.head(),
                shown.summary(),
                turns.subList(0, from),
                turns.subList(from, turns.size())));
  }

  private static int size(TurnThread thread, AgentTurn turn) {
    return PromptSize.estimate(ThreadMessages.of(thread, Optional.empty(), List.of(turn)));
  }

  /** Returns the messages that a summary is made of: the earlier summary and the replaced turns. */
  public List<ChatMessage> input(Replacing plan) {
    return ThreadMessages.of(new TurnThread(tx), plan.summary(), plan.replaced());
  }

  /** Returns the texts of the replaced turns, for the memory of the agent. */
  public List<String> texts(Replacing plan) {
    TurnThread thread = new TurnThread(tx);
    return plan.replaced().stream()
        .flatMap(turn -> thread.messages(turn.id()).stream())
        .filter(
            message ->
                message.role() == TurnMessage.Role.USER
                    || message.role() == TurnMessage.Role.ASSISTANT)
        .flatMap(message -> message.text().stream())
        .toList();
  }

  /** Returns the authorities of everything that the replaced turns were shown. */
  public List<Authority> causes(String label, Replacing plan) {
    AgentSession session = new Sessions(tx).require(label);
    TurnLog log = new TurnLog(tx);
    Set<Authority> causes = new LinkedHashSet<>();
    plan.summary().ifPresent(before -> causes.addAll(log.causes(session, before)));
    plan.replaced().forEach(replaced -> causes.addAll(log.causes(session, replaced)));
    return List.copyOf(causes);
  }

  /**
   * Returns a summary that needs no model: beginnings of what was said, without tools.
   *
   * @param most bytes of it at most
   */
  public String extract(Replacing plan, int most) {
    int limit = Math.min(MAX_EXTRACT_BYTES, most);
    TurnThread thread = new TurnThread(tx);
    List<String> lines = new ArrayList<>();
    plan.summary()
        .ifPresent(
            turn ->
                thread
                    .messages(turn.id())
                    .forEach(message -> lines.add(Cut.within(message.words(), limit / 4))));
    for (AgentTurn turn : plan.replaced()) {
      for (TurnMessage message : thread.messages(turn.id())) {
        if (message.role() != TurnMessage.Role.TOOL && !message.words().isBlank()) {
          lines.add(
              "- "
                  + message.role()
                  + ": "
                  + Cut.within(message.words().replace('\n', ' '), LINE_CHARACTERS));
        }
      }
    }
    int bytes = 0;
    int from = lines.size();
    while (from > 0 && bytes + Cut.bytes(lines.get(from - 1)) < limit) {
      from--;
      bytes += Cut.bytes(lines.get(from));
    }
    String left = from > 0 ? "(" + from + " earlier entries are left out)\n" : "";
    return left + String.join("\n", lines.subList(from, lines.size()));
  }

  /**
   * Stores a compaction as the new head, in one transaction.
   *
   * @param running the turn that continues behind it, if one runs
   * @return empty when the session has another head by now
   */
  public Optional<AgentTurn> store(
      String label, Replacing plan, String summary, Optional<AgentTurn> running, LlmUsage usage) {
    AgentSession session = new Sessions(tx).require(label);
    if (!session.head().equals(plan.head())) {
      return Optional.empty();
    }
    TurnLog log = new TurnLog(tx);
    running.ifPresent(log::held);
    AgentTurn turn =
        log.compaction(
            session,
            plan.replaced().getLast().id(),
            plan.kept().stream().findFirst().map(AgentTurn::id),
            summary,
            usage);
    causes(label, plan).forEach(cause -> log.addCause(turn, cause));
    running.ifPresent(
        now ->
            tx.update(
                "UPDATE agent_turn SET parent = ?, prompt_tokens = 0 WHERE id = ?",
                turn.id(),
                now.id()));
    return Optional.of(turn);
  }
}
