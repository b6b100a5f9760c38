package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ScoreChange;

/**
 * Reputation in the files of AGENT-STACK §13: {@code score_log.jsonl}, {@code peer_reviews.jsonl}
 * and {@code reputation_cache.json}. Times are seconds since 1970.
 */
final class ReputationFiles {
  private static final int CACHED_CHANGES = 50;
  private static final int MOST_AGENTS = 1_000;
  private static final double MS = 1000.0;

  private final Transaction tx;
  private final int most;
  private final Map<Principal, String> names = new HashMap<>();
  private final StringBuilder scores = new StringBuilder();
  private final TreeSet<Principal> rated = new TreeSet<>();

  private ReputationFiles(Transaction tx, int most) {
    this.tx = tx;
    this.most = most;
  }

  /** Returns the files by their names. */
  static Map<String, byte[]> of(Transaction tx) {
    return of(tx, Integer.MAX_VALUE);
  }

  /** Returns the files by their names, each with the newest entries only. */
  static Map<String, byte[]> of(Transaction tx, int most) {
    return new ReputationFiles(tx, most).files();
  }

  /** Writes files into a folder. */
  static void write(Disk disk, Path folder, Map<String, byte[]> files) {
    files.forEach((name, bytes) -> disk.write(folder.resolve(name), bytes));
  }

  private Map<String, byte[]> files() {
    Reputation reputation = Reputation.in(tx);
    reputation.eachChange(most, this::add);
    StringBuilder reviews = new StringBuilder();
    reputation.eachReview(
        most,
        review ->
            reviews.append(
                line(
                    JsonObject.builder()
                        .put("task_id", review.task())
                        .put("attempt", review.attempt())
                        .put("reviewer", name(review.reviewer()))
                        .put("target", name(review.target()))
                        .put("score", JsonDecimal.of(review.score()))
                        .put("weight", JsonDecimal.of(review.weight()))
                        .put("ts", seconds(review.at()))
                        .build())));
    Map<String, byte[]> files = new TreeMap<>();
    files.put("score_log.jsonl", bytes(scores.toString()));
    files.put("peer_reviews.jsonl", bytes(reviews.toString()));
    files.put("reputation_cache.json", bytes(JsonWriter.file(cache(reputation))));
    return files;
  }

  private void add(ScoreChange change) {
    change
        .signals()
        .present()
        .forEach(
            (dimension, signal) ->
                scores.append(
                    line(
                        JsonObject.builder()
                            .put("agent_id", name(change.principal()))
                            .put("dimension", dimension.toString())
                            .put("signal", JsonDecimal.of(signal))
                            .put("composite", JsonDecimal.of(change.composite()))
                            .put("task_id", change.task())
                            .put("ts", seconds(change.at()))
                            .build())));
    rated.add(change.principal());
  }

  private JsonObject cache(Reputation reputation) {
    JsonObject.Builder agents = JsonObject.builder();
    TreeSet<Principal> principals = new TreeSet<>(rated);
    reputation.all(MOST_AGENTS).forEach(each -> principals.add(each.principal()));
    for (Principal principal : principals) {
      AgentStanding standing = reputation.standing(principal);
      List<ScoreChange> changes = reputation.changes(principal, CACHED_CHANGES);
      if (changes.isEmpty()) {
        continue;
      }
      agents.put(
          name(principal),
          JsonObject.builder()
              .put("dimensions", Shape.write(standing.scores()))
              .put("composite", JsonDecimal.of(standing.scores().composite()))
              .put(
                  "history",
                  JsonArray.of(
                      changes.stream()
                          .map(
                              change ->
                                  JsonObject.builder()
                                      .put("composite", JsonDecimal.of(change.composite()))
                                      .put("ts", seconds(change.at()))
                                      .build())
                          .toList()))
              .put("updated_at", seconds(changes.getLast().at()))
              .build());
    }
    return agents.build();
  }

  private String name(Principal principal) {
    return names.computeIfAbsent(principal, Board.in(tx)::name);
  }

  private static JsonDecimal seconds(Instant at) {
    return JsonDecimal.of(at.toEpochMilli() / MS);
  }

  private static String line(JsonObject json) {
    return JsonWriter.compact(json) + "\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
