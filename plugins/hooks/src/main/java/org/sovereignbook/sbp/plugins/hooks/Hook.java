package org.sovereignbook.sbp.plugins.hooks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * A hook that the owner has accepted, as stored in the ledger.
 *
 * @param file its name in the folder of hooks
 * @param sha256 the hash that was accepted
 * @param agent the id of the agent that it acts as, 64 hex digits
 * @param seenSeq the sequence number of the last event examined for it
 * @param slotsUntilMs the time up to which its slots were run, caught up or logged as skipped
 * @param openedMs since when its circuit breaker is open: after {@link #MAX_ERRORS} errors in a row
 *     it is not run for {@link #REST}, then tried once
 */
public record Hook(
    @Rows.Key String name,
    String file,
    String sha256,
    HookDeclaration declaration,
    State state,
    Optional<String> reason,
    String agent,
    long acceptedMs,
    long seenSeq,
    long slotsUntilMs,
    Optional<Long> lastRunMs,
    Optional<Long> lastFiredMs,
    long errorsInRow,
    Optional<Long> openedMs) {
  /** How many errors in a row open the circuit breaker. */
  public static final int MAX_ERRORS = 5;

  /** How long the circuit breaker stays open before the hook is tried once. */
  public static final Duration REST = Duration.ofMinutes(5);

  private static final Rows<Hook> ROWS =
      new Rows<>(
          "hook",
          Hook.class,
          new Rows.Form<>(
              HookDeclaration.class,
              text -> HookDeclaration.of(json(text)),
              declaration -> JsonWriter.compact(declaration.json())));

  /** Whether the hook runs. */
  public enum State {
    ENABLED,
    DISABLED,
    /** A one-shot hook has fired. */
    ENDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Returns the hook of a script as it is now, enabled.
   *
   * @param before the hook of this name, whose runs it continues
   */
  static Hook of(
      HookScript script,
      Optional<Hook> before,
      String agent,
      long nowMs,
      long seenSeq,
      long slotsUntilMs) {
    return new Hook(
        script.name(),
        script.file().getFileName().toString(),
        script.sha256(),
        script.declaration(),
        State.ENABLED,
        Optional.empty(),
        agent,
        nowMs,
        seenSeq,
        slotsUntilMs,
        before.flatMap(Hook::lastRunMs),
        before.flatMap(Hook::lastFiredMs),
        0,
        Optional.empty());
  }

  /** Stores the hook in place of the one of its name. */
  void put(Transaction tx, Cause cause) {
    ROWS.put(tx, this, cause);
  }

  /** Returns all hooks, by name. */
  public static List<Hook> all(Transaction tx) {
    return ROWS.list(tx, "ORDER BY name");
  }

  /** Returns the enabled hooks, by name, without those that are set aside. */
  static List<Hook> enabled(Transaction tx) {
    return new SetAsides(tx)
        .rows(
            SetAsides.ItemList.HOOK,
            "matching",
            ROWS,
            "hook.name",
            "WHERE state = 'enabled' AND "
                + SetAsides.isNotAside(SetAsides.ItemList.HOOK, "hook.name")
                + " ORDER BY name");
  }

  /**
   * Locks all hooks until the transaction ends: others can neither change them nor claim their
   * runs.
   */
  static void lockAll(Transaction tx) {
    tx.exists("SELECT 1 FROM hook ORDER BY name" + tx.dialect().forUpdate());
  }

  /** Returns the hook with this name. */
  public static Optional<Hook> find(Transaction tx, String name) {
    return ROWS.first(tx, "WHERE name = ?", name);
  }

  public boolean isEnabled() {
    return state == State.ENABLED;
  }

  /** Returns whether the circuit breaker is open at this time. */
  public boolean rests(long nowMs) {
    return openedMs.filter(since -> TimeJudge.isPausing(since, REST, nowMs)).isPresent();
  }

  /** Parses a JSON object that the program itself has stored. */
  static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new IllegalStateException("a row of the society's database is damaged", e);
    }
  }
}
