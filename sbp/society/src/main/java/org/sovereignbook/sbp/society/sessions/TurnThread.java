package org.sovereignbook.sbp.society.sessions;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Turns from a head back to the first one, along their parents. */
public record TurnThread(Transaction tx) {
  /** Sorts behind the id of each turn. */
  private static final String AFTER_ALL = "~";

  /** Turn with its messages and calls. */
  public record Whole(AgentTurn turn, List<TurnMessage> messages, List<TurnCall> calls) {
    public Whole {
      messages = List.copyOf(messages);
      calls = List.copyOf(calls);
    }
  }

  public Optional<AgentTurn> find(String id) {
    return AgentTurn.ROWS.first(tx, "WHERE id = ?", id);
  }

  AgentTurn require(String id) {
    return find(id).orElseThrow(() -> new IllegalStateException("no turn " + id));
  }

  public Whole whole(AgentTurn turn) {
    return new Whole(turn, messages(turn.id()), calls(turn.id()));
  }

  List<TurnMessage> messages(String turn) {
    return TurnMessage.ROWS.list(tx, "ORDER BY number", turn, turn);
  }

  List<TurnCall> calls(String turn) {
    return TurnCall.ROWS.list(tx, "ORDER BY number", turn);
  }

  /** Returns whether a thread with this head goes through a turn. */
  boolean holds(Optional<String> head, String turn) {
    for (Optional<String> at = head; at.isPresent(); at = parent(at.get())) {
      if (at.get().equals(turn)) {
        return true;
      }
    }
    return false;
  }

  private Optional<String> parent(String id) {
    return tx.first("SELECT parent FROM agent_turn WHERE id = ?", row -> row.maybeText(1), id)
        .flatMap(found -> found);
  }

  /** Returns the ids of all turns of a thread, the newest first. */
  public List<String> ids(Optional<String> head) {
    return head.isEmpty()
        ? List.of()
        : tx.texts(
            "WITH RECURSIVE up (id, parent, step) AS (SELECT id, parent, 0 FROM agent_turn WHERE id"
                + " = ? UNION ALL SELECT t.id, t.parent, up.step + 1 FROM agent_turn t JOIN up ON"
                + " t.id = up.parent) SELECT id FROM up ORDER BY step",
            head.get());
  }

  /** Returns the newest turns of a thread, the oldest of them first. */
  public List<AgentTurn> newest(Optional<String> head, int most) {
    List<AgentTurn> found = new ArrayList<>();
    Optional<String> at = head;
    while (at.isPresent() && found.size() < most) {
      AgentTurn turn = require(at.get());
      found.add(turn);
      at = turn.parent();
    }
    return found.reversed();
  }

  /** Returns the newest turns that were begun in a session, the oldest of them first. */
  public List<AgentTurn> newestOf(String session, int most) {
    return AgentTurn.ROWS
        .list(tx, "WHERE session = ? ORDER BY id DESC LIMIT ?", session, most)
        .reversed();
  }

  /** Returns the turns that were begun in a session since one, which is the first of them. */
  public List<AgentTurn> since(String session, String turn) {
    return AgentTurn.ROWS.list(tx, "WHERE session = ? AND id >= ? ORDER BY id", session, turn);
  }

  /** Returns the turns that continue a turn, or begin a session, whatever became of them. */
  public List<AgentTurn> below(Optional<String> turn, String session) {
    return turn.isPresent()
        ? AgentTurn.ROWS.list(tx, "WHERE parent = ? ORDER BY id", turn.get())
        : AgentTurn.ROWS.list(tx, "WHERE parent IS NULL AND session = ? ORDER BY id", session);
  }

  long length(Optional<String> head) {
    return head.isEmpty()
        ? 0
        : tx.number(
            "WITH RECURSIVE up (id) AS (SELECT CAST(? AS TEXT) UNION ALL SELECT t.parent FROM"
                + " agent_turn t JOIN up ON t.id = up.id WHERE t.parent IS NOT NULL) SELECT"
                + " COUNT(*) FROM up",
            head.get());
  }

  /** Returns the number of answered turns that a compaction stands for. */
  public long folded(AgentTurn compaction) {
    return compaction.replaced().through().isEmpty()
        ? 0
        : tx.number(
            "WITH RECURSIVE up (id, parent, type) AS (SELECT id, parent, type FROM agent_turn WHERE"
                + " id = ? UNION ALL SELECT t.id, t.parent, t.type FROM agent_turn t JOIN up ON"
                + " t.id = up.parent) SELECT COUNT(*) FROM up WHERE type = 'normal'",
            compaction.replaced().through().get());
  }

  /**
   * Returns the turns of a session that ended without an answer at a place of its thread, the
   * oldest first. They are no heads, but what was said in them was said.
   *
   * @param parent the turn that they continued
   * @param before a turn behind that place, and no later ones
   */
  private List<AgentTurn> unfinished(Optional<String> parent, String session, String before) {
    String rest = "session = ? AND state IN ('failed', 'aborted') AND id < ? ORDER BY id";
    return parent.isPresent()
        ? AgentTurn.ROWS.list(tx, "WHERE parent = ? AND " + rest, parent.get(), session, before)
        : AgentTurn.ROWS.list(tx, "WHERE parent IS NULL AND " + rest, session, before);
  }

  List<AgentTurn> unfinishedBefore(AgentTurn turn) {
    return unfinished(turn.parent(), turn.session(), turn.id());
  }

  /**
   * Returns turns of a thread with those between them that ended without an answer.
   *
   * @param turns the oldest first
   */
  public List<AgentTurn> withUnfinished(List<AgentTurn> turns) {
    List<AgentTurn> all = new ArrayList<>();
    for (AgentTurn turn : turns) {
      all.addAll(unfinishedBefore(turn));
      all.add(turn);
    }
    return all;
  }

  /** Returns the turns of a session that ended without an answer behind its head. */
  public List<AgentTurn> unfinishedBehind(AgentSession session) {
    return unfinished(session.head(), session.label(), AFTER_ALL);
  }

  /** Returns the part of a session's thread that its next turn is shown. */
  public Effective effective(AgentSession session) {
    return effective(session.head(), session.label(), AFTER_ALL);
  }

  /** Returns the part of a thread before a running turn that its model is shown. */
  public Effective effective(AgentTurn running) {
    return effective(running.parent(), running.session(), running.id());
  }

  private Effective effective(Optional<String> head, String session, String before) {
    List<AgentTurn> kept = new ArrayList<>(unfinished(head, session, before).reversed());
    Optional<AgentTurn> summary = Optional.empty();
    Optional<String> last = Optional.empty();
    for (Optional<String> at = head; at.isPresent(); ) {
      AgentTurn turn = require(at.get());
      at = turn.parent();
      if (!turn.isCompaction()) {
        kept.add(turn);
        if (last.equals(Optional.of(turn.id()))) {
          break;
        }
      } else if (summary.isEmpty()) {
        summary = Optional.of(turn);
        last = turn.replaced().kept();
        if (last.isEmpty()) {
          break;
        }
      }
      kept.addAll(unfinishedBefore(turn).reversed());
    }
    return new Effective(summary, kept.reversed());
  }

  /**
   * Part of a thread that a model is shown.
   *
   * @param summary the newest compaction, in place of all turns before the kept ones
   * @param turns the oldest first, also those that ended without an answer
   */
  public record Effective(Optional<AgentTurn> summary, List<AgentTurn> turns) {
    public Effective {
      turns = List.copyOf(turns);
    }
  }

  /**
   * Size of the last prompt of a thread, as the backend reported it.
   *
   * @param addedTokens the estimated size of all messages since
   */
  public record Report(long tokens, int addedTokens) {}

  /** Returns the report for a running turn; empty when the thread was compacted since. */
  public Optional<Report> sinceReport(String running) {
    AgentTurn turn = require(running);
    if (turn.usage().promptTokens() > 0) {
      return Optional.of(new Report(turn.usage().promptTokens(), added(turn, true)));
    }
    Optional<AgentTurn> before =
        turn.parent()
            .map(this::require)
            .filter(one -> !one.isCompaction() && one.usage().promptTokens() > 0);
    return before.map(
        one ->
            new Report(
                one.usage().promptTokens(),
                added(one, true)
                    + unfinishedBefore(turn).stream().mapToInt(left -> added(left, false)).sum()
                    + added(turn, false)));
  }

  /** Returns the size of a turn's messages, or only of those from the last answer on. */
  private int added(AgentTurn turn, boolean sinceAnswer) {
    List<TurnMessage> messages = messages(turn.id());
    int from = 0;
    for (TurnMessage message : messages) {
      if (sinceAnswer && message.role() == TurnMessage.Role.ASSISTANT) {
        from = message.number();
      }
    }
    int first = from;
    return messages.stream()
        .filter(message -> message.number() >= first)
        .mapToInt(message -> PromptSize.estimate(message.words()))
        .sum();
  }

  /** Computes the hash of a turn over its parent's hash and its own canonical form. */
  String hash(AgentTurn turn) {
    return hash(turn, turn.id());
  }

  /** Computes the hash that a turn would have by another id. */
  String hash(AgentTurn turn, String id) {
    return hash(whole(turn), id);
  }

  /** Computes the hash that a turn with these words would have by another id. */
  String hash(Whole whole, String id) {
    Optional<String> above =
        whole
            .turn()
            .parent()
            .map(one -> require(one).hash().orElse(""))
            .filter(hash -> !hash.isEmpty());
    return ContentHash.of(document(whole, id, above.orElse(""))).hex();
  }

  private static JsonObject document(Whole whole, String id, String above) {
    AgentTurn turn = whole.turn();
    return JsonObject.builder()
        .put("parent", above)
        .put("id", id)
        .put("type", turn.type().toString())
        .putIfPresent("through", turn.replaced().through())
        .putIfPresent("kept", turn.replaced().kept())
        .put("messages", JsonArray.of(whole.messages().stream().map(TurnThread::document).toList()))
        .put("calls", JsonArray.of(whole.calls().stream().map(TurnThread::document).toList()))
        .build();
  }

  private static JsonObject document(TurnMessage message) {
    return JsonObject.builder()
        .put("number", message.number())
        .put("role", message.role().toString())
        .putIfPresent("source", message.source().map(SessionInput.Source::toString))
        .put("sha256", message.sha256())
        .build();
  }

  private static JsonObject document(TurnCall call) {
    return JsonObject.builder()
        .put("number", call.number())
        .put("asked", call.asked())
        .put("name", call.name())
        .put("arguments", call.sha256())
        .put("state", call.state().toString())
        .build();
  }

  /** Returns the first of these turns that was changed after it was written. */
  public Optional<AgentTurn> changed(List<AgentTurn> turns) {
    return turns.stream().filter(turn -> !isIntact(turn)).findFirst();
  }

  private boolean isIntact(AgentTurn turn) {
    return turn.state() != TurnState.COMPLETED
        || (turn.hash().equals(Optional.of(hash(turn)))
            && messages(turn.id()).stream().allMatch(TurnThread::isIntact));
  }

  private static boolean isIntact(TurnMessage message) {
    return message
        .text()
        .map(text -> ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex())
        .map(message.sha256()::equals)
        .orElse(true);
  }
}
