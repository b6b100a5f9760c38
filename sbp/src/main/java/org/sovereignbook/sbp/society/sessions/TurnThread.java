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

  /** Turn with its messages and calls. */
  public record Whole(Turn turn, List<TurnMessage> messages, List<TurnCall> calls) {
    public Whole {
      messages = List.copyOf(messages);
      calls = List.copyOf(calls);
    }
  }

  public Optional<Turn> find(String id) {
    return Turn.ROWS.first(tx, "WHERE id = ?", id);
  }

  Turn require(String id) {
    return find(id).orElseThrow(() -> new IllegalStateException("no turn " + id));
  }

  public Whole whole(Turn turn) {
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

  /** Returns the newest turns of a thread, the oldest of them first. */
  public List<Turn> newest(Optional<String> head, int most) {
    List<Turn> found = new ArrayList<>();
    Optional<String> at = head;
    while (at.isPresent() && found.size() < most) {
      Turn turn = require(at.get());
      found.add(turn);
      at = turn.parent();
    }
    return found.reversed();
  }

  /** Returns the turns that continue a turn, or begin a session, whatever became of them. */
  public List<Turn> below(Optional<String> turn, String session) {
    return turn.isPresent()
        ? Turn.ROWS.list(tx, "WHERE parent = ? ORDER BY id", turn.get())
        : Turn.ROWS.list(tx, "WHERE parent IS NULL AND session = ? ORDER BY id", session);
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

  /** Returns the part of a thread that a model is shown. */
  public Effective effective(Optional<String> head) {
    List<Turn> kept = new ArrayList<>();
    Optional<Turn> summary = Optional.empty();
    Optional<String> last = Optional.empty();
    for (Optional<String> at = head; at.isPresent(); ) {
      Turn turn = require(at.get());
      at = turn.parent();
      if (!turn.isCompaction()) {
        kept.add(turn);
        if (last.equals(Optional.of(turn.id()))) {
          break;
        }
      } else if (summary.isEmpty()) {
        summary = Optional.of(turn);
        last = turn.kept();
        if (last.isEmpty()) {
          break;
        }
      }
    }
    return new Effective(summary, kept.reversed());
  }

  /**
   * Part of a thread that a model is shown.
   *
   * @param summary the newest compaction, in place of all turns before the kept ones
   */
  public record Effective(Optional<Turn> summary, List<Turn> turns) {
    public Effective {
      turns = List.copyOf(turns);
    }
  }

  /** Computes the hash of a turn over its parent's hash and its own canonical form. */
  String hash(Turn turn) {
    Optional<String> above =
        turn.parent().map(id -> require(id).hash().orElse("")).filter(hash -> !hash.isEmpty());
    return ContentHash.of(document(whole(turn), above.orElse(""))).hex();
  }

  private static JsonObject document(Whole whole, String above) {
    Turn turn = whole.turn();
    return JsonObject.builder()
        .put("parent", above)
        .put("id", turn.id())
        .put("type", turn.type().toString())
        .putIfPresent("through", turn.through())
        .putIfPresent("kept", turn.kept())
        .put("messages", JsonArray.of(whole.messages().stream().map(TurnThread::document).toList()))
        .put("calls", JsonArray.of(whole.calls().stream().map(TurnThread::document).toList()))
        .build();
  }

  private static JsonObject document(TurnMessage message) {
    return JsonObject.builder()
        .put("number", message.number())
        .put("role", message.role().toString())
        .putIfPresent("source", message.source().map(Input.Source::toString))
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
  public Optional<Turn> changed(List<Turn> turns) {
    return turns.stream().filter(turn -> !isIntact(turn)).findFirst();
  }

  private boolean isIntact(Turn turn) {
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
