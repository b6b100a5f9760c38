package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Channel of this node; a row of the table {@code channel_account}.
 *
 * @param options of the adapter, by their names
 * @param secret where the password is, never the password
 * @param alarms whether the owner gets alarms by it
 * @param digest whether the owner gets the morning digest by it
 * @param cursor the place after the last message that was taken
 * @param error of the last attempt, until one succeeds
 */
public record Account(
    String name,
    String adapter,
    JsonObject options,
    JsonObject secret,
    String ownerAddress,
    boolean alarms,
    boolean digest,
    Optional<String> cursor,
    Optional<Instant> inAt,
    Optional<Instant> outAt,
    Optional<String> error,
    Optional<Instant> failingAt,
    Instant createdAt) {
  public static final Rows<Account> ROWS = new Rows<>("channel_account", Account.class);

  /** Key among the options for the longest message of the adapter's channels, in bytes. */
  static final String MAX_BYTES = "max_bytes";

  /** Wishes of the owner for a new channel. */
  public record Wanted(
      String name,
      String adapter,
      Map<String, String> options,
      JsonObject secret,
      String owner,
      boolean alarms,
      boolean digest) {
    public Wanted {
      options = Map.copyOf(options);
    }
  }

  /** Makes a channel that has neither sent nor received. */
  public static Account of(Wanted wanted, OptionalInt maxBytes, Instant now) {
    JsonObject.Builder options = JsonObject.builder();
    wanted.options().forEach(options::put);
    maxBytes.ifPresent(most -> options.put(MAX_BYTES, most));
    return new Account(
        wanted.name(),
        wanted.adapter(),
        options.build(),
        wanted.secret(),
        wanted.owner(),
        wanted.alarms(),
        wanted.digest(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        now);
  }

  /** Returns the same from a place on. */
  public Account from(String place) {
    return new Account(
        name,
        adapter,
        options,
        secret,
        ownerAddress,
        alarms,
        digest,
        Optional.of(place),
        inAt,
        outAt,
        error,
        failingAt,
        createdAt);
  }

  /** Returns the options that are texts. */
  public Map<String, String> given() {
    Map<String, String> given = new HashMap<>();
    options
        .members()
        .keySet()
        .forEach(key -> options.string(key).ifPresent(value -> given.put(key, value)));
    return given;
  }

  /** Returns whether another row is the same channel, also after it was removed and added. */
  public boolean is(Account other) {
    return name.equals(other.name) && createdAt.equals(other.createdAt);
  }
}
