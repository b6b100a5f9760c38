package org.sovereignbook.sbp.society.mail;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Shared keys and values of a node's agents (AGENT-STACK §5). Each agent has its own keys, {@code
 * AGENT:KEY}, which every agent may read; only the agent and the owner may change them.
 */
public final class Bus {
  /** The form of a key, without its agent. */
  public static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");

  private Bus() {}

  /**
   * A key and its value.
   *
   * @param agent the name of its agent
   * @param version how often it was put
   * @param value empty once it was erased
   */
  public record Entry(
      String agent, @Shape.Hidden String key, long version, Instant at, Optional<String> value) {
    static final Rows<Entry> ROWS =
        new Rows<>(
            "bus b JOIN content c ON c.id = b.value_id LEFT JOIN agent a ON a.id = b.agent",
            Entry.class,
            Map.of(
                "agent", "COALESCE(a.name, b.agent)",
                "key", "b.key",
                "version", "b.version",
                "at", "b.at_ms",
                "value", "c.text"));

    /** Returns the key's full name, {@code AGENT:KEY}. */
    public String address() {
      return agent + ":" + key;
    }
  }

  /** Returns all entries, or one agent's, by their addresses. */
  public static List<Entry> list(Transaction tx, Optional<String> agent) {
    return agent.isPresent()
        ? entries(tx, "AND COALESCE(a.name, b.agent) = ? ORDER BY b.key", agent.get())
        : entries(tx, "ORDER BY COALESCE(a.name, b.agent), b.key");
  }

  /** Returns the authorities of what was put at these addresses. */
  public static List<Authority> causes(Transaction tx, Collection<String> addresses) {
    return addresses.stream().flatMap(each -> causes(tx, each).stream()).distinct().toList();
  }

  private static List<Authority> causes(Transaction tx, String address) {
    int colon = address.indexOf(':');
    String name = address.substring(0, colon);
    return tx.authorities(
        "SELECT authority_id FROM bus WHERE key = ? AND agent ="
            + " COALESCE((SELECT id FROM agent WHERE living_name = ?), ?)",
        address.substring(colon + 1),
        name,
        name);
  }

  /** Returns the entry at {@code AGENT:KEY}, or at {@code KEY} of the caller. */
  public static Optional<Entry> get(Transaction tx, Caller caller, String address) {
    return find(tx, place(tx, caller, address));
  }

  /**
   * Puts a value.
   *
   * @param expected the version to replace, 0 for a new key; any other version is refused
   * @throws SocietyException {@code not-yours}, {@code too-large}, {@code bus-full}, {@code
   *     stale-version}
   */
  public static Entry put(
      Transaction tx, Caller caller, String address, String value, Optional<Long> expected) {
    Place place = requireOwn(tx, caller, address);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    requireRoom(tx, place, bytes.length);
    long version = find(tx, place).map(Entry::version).orElse(0L);
    if (expected.filter(one -> one != version).isPresent()) {
      throw SocietyException.refused(
          "stale-version",
          address + " has version " + version + " by now",
          "look again:  sbp bus get " + address);
    }
    Subject subject = new Subject("bus", place.address());
    Optional<String> replaced = valueId(tx, place);
    tx.update(
        "INSERT INTO bus (agent, key, value_id, bytes, version, at_ms, principal, authority_id)"
            + " VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (agent, key) DO UPDATE SET"
            + " value_id = excluded.value_id, bytes = excluded.bytes,"
            + " version = bus.version + 1, at_ms = excluded.at_ms,"
            + " principal = excluded.principal, authority_id = excluded.authority_id",
        place.box(),
        place.key(),
        tx.keep(subject, "value", value),
        (long) bytes.length,
        tx.nowMs(),
        caller.principal().text(),
        tx.keep(caller.authority()));
    if (replaced.isPresent()) {
      tx.forget(replaced.get());
    }
    emit(tx, caller, subject, "bus.put");
    return find(tx, place).orElseThrow();
  }

  /** Deletes a key. Returns whether it existed. */
  public static boolean delete(Transaction tx, Caller caller, String address) {
    Place place = requireOwn(tx, caller, address);
    Optional<String> value = valueId(tx, place);
    if (value.isPresent()) {
      tx.update("DELETE FROM bus WHERE agent = ? AND key = ?", place.box(), place.key());
      tx.forget(value.get());
      emit(tx, caller, new Subject("bus", place.address()), "bus.deleted");
    }
    return value.isPresent();
  }

  private static Optional<String> valueId(Transaction tx, Place place) {
    return tx.first(
        "SELECT value_id FROM bus WHERE agent = ? AND key = ?",
        row -> row.text(1),
        place.box(),
        place.key());
  }

  private static void emit(Transaction tx, Caller caller, Subject subject, String kind) {
    tx.append(LedgerEvent.of("bus:" + tx.newId(), kind, caller.authority(), subject));
  }

  private static List<Entry> entries(Transaction tx, String condition, Object... parameters) {
    return Entry.ROWS.list(
        tx, "WHERE (a.id IS NULL OR a.living_name IS NOT NULL) " + condition, parameters);
  }

  private static Optional<Entry> find(Transaction tx, Place place) {
    return entries(tx, "AND b.agent = ? AND b.key = ?", place.box(), place.key()).stream()
        .findFirst();
  }

  private static void requireRoom(Transaction tx, Place place, int bytes) {
    int most = tx.node().config().get(MailSettings.BUS_VALUE_BYTES);
    if (bytes > most) {
      throw SocietyException.wrong(
          "too-large",
          "the value has " + bytes + " bytes, more than " + most + " (bus.max_value_bytes)",
          "put it into a file, and its name on the bus");
    }
    int keys = tx.node().config().get(MailSettings.BUS_KEYS);
    long others =
        tx.number(
            "SELECT COUNT(*) FROM bus WHERE agent = ? AND key <> ?", place.box(), place.key());
    if (others >= keys) {
      throw SocietyException.refused(
          "bus-full",
          place.name() + " has " + keys + " keys on the bus (bus.max_keys)",
          "delete some:  sbp bus delete KEY");
    }
  }

  private static Place requireOwn(Transaction tx, Caller caller, String address) {
    Place place = place(tx, caller, address);
    if (caller.agent().isPresent() && !place.box().equals(Mailboxes.box(caller))) {
      throw SocietyException.refused(
          "not-yours",
          "keys of " + place.name() + " are not " + Mailboxes.name(caller) + "'s to change");
    }
    return place;
  }

  /**
   * The location that an address stands for.
   *
   * @param box the mailbox of its agent, which stays the same when the agent is renamed
   */
  private record Place(String name, String box, String key) {
    private String address() {
      return name + ":" + key;
    }
  }

  private static Place place(Transaction tx, Caller caller, String address) {
    int colon = address.indexOf(':');
    String name = colon < 0 ? Mailboxes.name(caller) : address.substring(0, colon);
    String key = address.substring(colon + 1);
    if (!MailAddress.parse(name).name().equals(name) || !KEY.matcher(key).matches()) {
      throw SocietyException.wrong(
          "wrong-key",
          "no key of the bus: " + PeerText.quote(address),
          "KEY or AGENT:KEY; letters, digits, '.', '_' and '-', at most 80");
    }
    return new Place(name, box(tx, caller, name), key);
  }

  private static String box(Transaction tx, Caller caller, String name) {
    if (name.equals(Mailboxes.name(caller))) {
      return Mailboxes.box(caller);
    }
    return name.equals(Mailboxes.OWNER) ? Mailboxes.OWNER : Agents.named(tx, name).id().hex();
  }
}
