package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** Identification of requesters: the entities of the node and their identifiers on each channel. */
public final class Entities {
  /** Channel of other nodes; an identifier is a public key. */
  public static final String SBP = "sbp";

  /** Channel of local agents; an identifier is an agent's id. */
  public static final String AGENT = "agent";

  private static final Set<String> PHONES =
      Set.of("phone", "sms", "whatsapp", "signal", "imessage");

  private Entities() {}

  private static final Requester UNKNOWN = Requester.of(Principal.UNKNOWN, "unknown", Set.of());

  record Row(String id, String type, String name, Optional<String> relationship) {
    static final Rows<Row> ROWS = new Rows<>("entity", Row.class);

    boolean isPersona() {
      return type.equals("persona");
    }
  }

  /** Returns the requester for a principal, as policies see it now. */
  public static Requester requester(Transaction tx, Principal principal) {
    Optional<PublicKey> key = principal.peerKey();
    if (key.isPresent()) {
      return peer(tx, key.get(), tx.trust(key.get()).orElse(TrustState.UNKNOWN));
    }
    Optional<String> agent = principal.agentId();
    if (agent.isPresent()) {
      String name =
          tx.first("SELECT name FROM agent WHERE id = ?", row -> row.text(1), agent.get())
              .orElse(agent.get());
      return agent(tx, principal, name);
    }
    if (principal.text().startsWith("person:")) {
      return person(tx, principal);
    }
    return Requester.of(
        principal, principal.text().substring(principal.text().indexOf(':') + 1), Set.of());
  }

  /** Returns a principal as people read it: a person by its name in place of its id. */
  public static String shown(Transaction tx, Principal principal) {
    return principal.text().startsWith("person:")
        ? "person:" + requester(tx, principal).name()
        : principal.text();
  }

  /** Returns a local agent with this name as a requester. */
  public static Requester agent(Transaction tx, Principal principal, String name) {
    return known(
        tx, Requester.of(principal, name, Set.of()), AGENT, principal.agentId().orElseThrow());
  }

  /** Returns the agents above an agent, the nearest first. */
  static List<Requester> above(Transaction tx, Principal principal) {
    List<Requester> above = new ArrayList<>();
    Optional<String> next = parent(tx, principal);
    while (next.isPresent()) {
      Principal parent = Principal.agent(next.get());
      above.add(requester(tx, parent));
      next = parent(tx, parent);
    }
    return above;
  }

  private static Optional<String> parent(Transaction tx, Principal principal) {
    return principal
        .agentId()
        .flatMap(id -> tx.first("SELECT parent FROM agent WHERE id = ?", row -> row.text(1), id))
        .flatMap(parent -> Principal.parse(parent).agentId());
  }

  /** Returns another node with this trust state as a requester. */
  public static Requester peer(Transaction tx, PublicKey key, TrustState trust) {
    Requester plain =
        Requester.of(
            Principal.peer(key), key.toString(), Set.of(Requester.TRUST + trust.toString()));
    return known(tx, plain, SBP, key.toString());
  }

  /**
   * Returns the requester with this identifier on a channel; {@code unknown} when there is none.
   */
  public static Requester sender(Transaction tx, String channel, String identifier) {
    Optional<Row> row = find(tx, channel, identifier);
    if (row.isEmpty()) {
      return UNKNOWN;
    }
    Principal principal =
        row.get().type().equals("owner") ? Principal.OWNER : Principal.person(row.get().id());
    return speaker(tx, principal, row.get());
  }

  /**
   * Returns the requester that an entity acts as. A persona is the public identity of an agent of
   * this node, so its rights are the agent's; a persona without an agent is unknown.
   */
  private static Requester speaker(Transaction tx, Principal principal, Row row) {
    if (!row.isPersona()) {
      return with(tx, Requester.of(principal, row.name(), Set.of()), row);
    }
    Optional<String> agent =
        tx.first(
            "SELECT identifier FROM entity_identity WHERE entity = ? AND channel = ?",
            found -> found.text(1),
            row.id(),
            AGENT);
    return agent.isPresent() ? requester(tx, Principal.agent(agent.get())) : UNKNOWN;
  }

  private static Requester person(Transaction tx, Principal principal) {
    Optional<Row> row =
        Row.ROWS.first(tx, "WHERE id = ?", principal.text().substring("person:".length()));
    return row.isPresent() ? speaker(tx, principal, row.get()) : UNKNOWN;
  }

  private static Requester known(
      Transaction tx, Requester plain, String channel, String identifier) {
    Optional<Row> row = find(tx, channel, identifier);
    return row.isPresent() ? with(tx, plain, row.get()) : plain;
  }

  private static Requester with(Transaction tx, Requester plain, Row row) {
    Set<String> tags = new HashSet<>(plain.tags());
    tags.addAll(tx.texts("SELECT tag FROM entity_tag WHERE entity = ?", row.id()));
    return new Requester(
        plain.principal(),
        plain.kind(),
        row.isPersona() ? plain.name() : row.name(),
        Optional.of(row.id()),
        plain.isUser() || row.type().equals("owner"),
        row.relationship(),
        tags);
  }

  private static Optional<Row> find(Transaction tx, String channel, String identifier) {
    return Row.ROWS.first(
        tx,
        "WHERE id = (SELECT entity FROM entity_identity WHERE channel = ? AND identifier = ?)",
        channel,
        normal(channel, identifier));
  }

  /**
   * Returns the canonical spelling of an identifier: E.164 for telephones, lower case for all
   * others but keys.
   */
  public static String normal(String channel, String identifier) {
    String plain = identifier.strip();
    if (channel.equals(SBP)) {
      return plain;
    }
    if (PHONES.contains(channel) && plain.matches("[+0-9 ()./-]+")) {
      String digits = plain.replaceAll("[^+0-9]", "");
      return digits.startsWith("00") ? "+" + digits.substring(2) : digits;
    }
    return plain.toLowerCase(Locale.ROOT);
  }
}
