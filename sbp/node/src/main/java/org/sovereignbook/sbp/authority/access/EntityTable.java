package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;

/** Entities that are registered in this node. */
public record EntityTable(Transaction tx) {
  static final int MAX_ENTITIES = 10_000;
  static final int MAX_OF_ONE = 100;

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._'-]{0,63}");
  private static final Pattern CHANNEL = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");
  private static final Pattern TAG = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,63}");
  private static final int MAX_IDENTIFIER_CHARACTERS = 256;

  private static final Rows<Identity> IDENTITIES = new Rows<>("entity_identity", Identity.class);

  /** Columns of an entity that the program does not read. */
  private record Made(long createdMs, long updatedMs) {}

  /** Columns of an identity that only queries read. */
  private record Owned(String entity, boolean isOwned, long createdMs) {}

  /** Kind of an entity. */
  public enum Type {
    OWNER,
    PERSON,
    PERSONA,
    AGENT,
    PEER;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Identifier of an entity on a channel. */
  public record Identity(String channel, String identifier) {
    @Override
    public String toString() {
      return channel + ":" + identifier;
    }
  }

  /** Registered entity. */
  public record Entity(
      String id,
      Type type,
      String name,
      Optional<String> relationship,
      List<Identity> identities,
      List<String> tags) {}

  /** Returns all entities, by name. */
  public List<Entity> all() {
    return select("1 = 1 ORDER BY name, id");
  }

  /** Finds an entity by its id, or by its name when only one has it. */
  public Optional<Entity> find(String nameOrId) {
    List<Entity> found = select("id = ? OR name = ? ORDER BY id LIMIT 2", nameOrId, nameOrId);
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  /** Returns the entity that has this identity. */
  public Optional<Entity> known(Identity identity) {
    return select(
            "id = (SELECT entity FROM entity_identity WHERE channel = ? AND identifier = ?)",
            identity.channel(),
            Entities.normal(identity.channel(), identity.identifier()))
        .stream()
        .findFirst();
  }

  /**
   * Returns the entity with this name or id.
   *
   * @throws SocietyException {@code unknown-entity}
   */
  public Entity named(String nameOrId) {
    return find(nameOrId)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-entity",
                    "no entity, or more than one, has the name " + PeerText.quote(nameOrId),
                    "registered entities:  sbp entity list",
                    "add an entity:  sbp entity add NAME --identity CHANNEL:IDENTIFIER"));
  }

  /** Returns whether a name is reserved by the program, such as {@code unknown}. */
  public static boolean isReserved(String name) {
    return Requester.named(name).isPresent();
  }

  /** Adds an entity; when the name exists already, changes the fields that are given. */
  public Entity add(Type type, String name, Optional<String> relationship, Authority by) {
    require(NAME, name, "a name has at most 64 letters, digits, spaces and . _ ' -");
    if (isReserved(name) && type != Type.OWNER) {
      throw wrong(PeerText.quote(name) + " is a reserved word; choose another name");
    }
    requireRelationship(relationship);
    Optional<Entity> known = find(name);
    if (known.isPresent() && type == Type.PERSONA && known.get().type() != type) {
      throw notPersona(
          "%s is known as %s".formatted(PeerText.quote(name), known.get().type()),
          "a persona has a name of its own:  sbp entity add NAME --as-persona");
    }
    if (known.isPresent()) {
      tx.update(
          "UPDATE entity SET relationship = COALESCE(?, relationship), updated_ms = ? WHERE id = ?",
          relationship,
          tx.nowMs(),
          known.get().id());
      return named(known.get().id());
    }
    if (all().size() >= MAX_ENTITIES) {
      throw wrong("there are " + MAX_ENTITIES + " entities, which is the most");
    }
    String id = tx.newId();
    Entities.Row.ROWS.insert(
        tx,
        new Entities.Row(id, type.toString(), name, relationship),
        new Made(tx.nowMs(), tx.nowMs()));
    emit(id, "added", by);
    return named(id);
  }

  /**
   * Adds an identity to an entity.
   *
   * @throws SocietyException {@code identity-taken} when another entity has it, {@code
   *     not-the-owner} when an agent or a peer would act as the owner, {@code not-a-persona} when a
   *     peer, or a second agent, would act as a persona of this node
   */
  public void identify(Entity entity, Identity identity, Authority by) {
    require(CHANNEL, identity.channel(), "a channel is a word such as email or sbp");
    String normal = Entities.normal(identity.channel(), identity.identifier());
    if (normal.isEmpty() || normal.length() > MAX_IDENTIFIER_CHARACTERS) {
      throw wrong("an identifier has 1 to " + MAX_IDENTIFIER_CHARACTERS + " characters");
    }
    requireNotAsOwner(entity, identity);
    requireFitsPersona(entity, identity);
    Optional<Entity> other = known(identity);
    if (other.isPresent() && !other.get().id().equals(entity.id())) {
      throw SocietyException.refused(
          "identity-taken",
          identity + " is " + other.get().name() + "'s",
          "make them one:  sbp entity merge '%s' '%s'"
              .formatted(entity.name(), other.get().name()));
    }
    if (other.isEmpty()) {
      requireCapacity(entity.identities().size());
      IDENTITIES.insert(
          tx,
          new Identity(identity.channel(), normal),
          new Owned(entity.id(), isOwned(entity), tx.nowMs()));
      emit(entity.id(), "identified", by);
    }
  }

  /** Takes an identity from the entity that has it. */
  public void forget(Identity identity, Authority by) {
    known(identity)
        .ifPresent(
            entity -> {
              tx.update(
                  "DELETE FROM entity_identity WHERE channel = ? AND identifier = ?",
                  identity.channel(),
                  Entities.normal(identity.channel(), identity.identifier()));
              emit(entity.id(), "forgotten", by);
            });
  }

  private static boolean isOwned(Entity entity) {
    return entity.type() == Type.PERSONA;
  }

  /** Adds a tag to an entity, or removes it. */
  public void tag(Entity entity, String tag, boolean add, Authority by) {
    require(TAG, tag, "a tag is a word of lower-case letters, digits, - and _");
    if (add) {
      requireCapacity(entity.tags().size());
    }
    int changed =
        add
            ? tx.update(
                "INSERT INTO entity_tag (entity, tag) VALUES (?, ?) ON CONFLICT DO NOTHING",
                entity.id(),
                tag)
            : tx.update("DELETE FROM entity_tag WHERE entity = ? AND tag = ?", entity.id(), tag);
    if (changed > 0) {
      emit(entity.id(), "tagged", by);
    }
  }

  /**
   * Agents and peers, which authenticate with a key, have rights of their own, never all rights of
   * the owner.
   */
  private static void requireNotAsOwner(Entity entity, Identity identity) {
    boolean hasKey = List.of(Entities.AGENT, Entities.SBP).contains(identity.channel());
    if (entity.type() == Type.OWNER && hasKey) {
      throw SocietyException.refused(
          "not-the-owner",
          "%s is %s, which could do all that you may if it were you"
              .formatted(
                  identity, identity.channel().equals(Entities.AGENT) ? "an agent" : "a peer"),
          "give it a tag that a policy names:  sbp entity tag NAME TAG",
          "or one tool:  sbp access grant NAME --tools TOOL");
    }
  }

  /** At most one agent of this node may act as a persona, and no peer. */
  private void requireFitsPersona(Entity entity, Identity identity) {
    if (entity.type() != Type.PERSONA) {
      return;
    }
    if (identity.channel().equals(Entities.SBP)) {
      throw notPersona(
          identity + " is a peer, which speaks for itself",
          "an identity of your own:  sbp entity add '%s' --identity email:NAME@example.org"
              .formatted(entity.name()));
    }
    if (!identity.channel().equals(Entities.AGENT)) {
      return;
    }
    if (!tx.exists("SELECT 1 FROM agent WHERE id = ?", identity.identifier())) {
      throw notPersona(
          "no agent is called " + PeerText.quote(identity.identifier()),
          "who there is:  sbp agent list");
    }
    if (entity.identities().stream()
        .anyMatch(has -> has.channel().equals(Entities.AGENT) && !has.equals(identity))) {
      throw notPersona(
          "%s is the persona of another agent".formatted(entity.name()),
          "another persona:  sbp entity add NAME --as-persona --identity " + identity);
    }
  }

  private static SocietyException notPersona(String problem, String hint) {
    return SocietyException.refused("not-a-persona", problem, hint);
  }

  /**
   * Merges two entities that are the same: identities and tags of {@code other} become those of
   * {@code into}.
   *
   * @param relationship the relationship of the result; must be given where theirs differ
   * @throws SocietyException {@code not-the-owner} as in {@link #identify}, {@code
   *     two-relationships}
   */
  public Entity merge(Entity into, Entity other, Optional<String> relationship, Authority by) {
    if (into.id().equals(other.id())) {
      throw wrong("an entity cannot be merged with itself");
    }
    if (other.type() == Type.OWNER) {
      throw wrong("the owner cannot be merged into another entity; name the owner first");
    }
    for (Identity identity : other.identities()) {
      requireNotAsOwner(into, identity);
      requireFitsPersona(into, identity);
    }
    requireRelationship(relationship);
    requireOneRelationship(into, other, relationship);
    tx.update(
        "UPDATE entity_identity SET entity = ?, is_owned = ? WHERE entity = ?",
        into.id(),
        isOwned(into) ? 1 : 0,
        other.id());
    for (String tag : other.tags()) {
      tag(into, tag, true, by);
    }
    tx.update("DELETE FROM entity_tag WHERE entity = ?", other.id());
    tx.update(
        "UPDATE entity SET relationship = ?, updated_ms = ? WHERE id = ?",
        relationship.or(into::relationship).or(other::relationship),
        tx.nowMs(),
        into.id());
    tx.update("DELETE FROM entity WHERE id = ?", other.id());
    emit(other.id(), "merged", by);
    return named(into.id());
  }

  private static void requireOneRelationship(
      Entity into, Entity other, Optional<String> relationship) {
    boolean differ =
        into.relationship().isPresent()
            && other.relationship().isPresent()
            && !into.relationship().equals(other.relationship());
    if (differ && relationship.isEmpty()) {
      throw SocietyException.refused(
          "two-relationships",
          "%s is %s, and %s is %s; policies go by it"
              .formatted(
                  into.name(), into.relationship().get(), other.name(), other.relationship().get()),
          "say which:  sbp entity merge '%s' '%s' --relationship %s"
              .formatted(into.name(), other.name(), into.relationship().get()));
    }
  }

  private void emit(String id, String what, Authority by) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    "entity:" + id + ":" + what + ":" + tx.newId(),
                    "entity." + what,
                    by,
                    new Subject("entity", id))
                .with(JsonObject.empty()));
  }

  private List<Entity> select(String which, Object... parameters) {
    List<Entity> found = new ArrayList<>();
    for (Entities.Row row : Entities.Row.ROWS.list(tx, "WHERE " + which, parameters)) {
      found.add(
          new Entity(
              row.id(),
              Words.find(Type.class, row.type()).orElse(Type.PERSON),
              row.name(),
              row.relationship(),
              IDENTITIES.list(tx, "WHERE entity = ? ORDER BY channel, identifier", row.id()),
              tx.texts("SELECT tag FROM entity_tag WHERE entity = ? ORDER BY tag", row.id())));
    }
    return found;
  }

  private static void requireCapacity(int has) {
    if (has >= MAX_OF_ONE) {
      throw wrong("it has " + MAX_OF_ONE + " of these already, which is the most");
    }
  }

  private static void requireRelationship(Optional<String> word) {
    word.ifPresent(it -> require(TAG, it, "a relationship is a word such as partner or family"));
  }

  private static void require(Pattern pattern, String text, String problem) {
    if (!pattern.matcher(text).matches()) {
      throw wrong(problem + ", not " + PeerText.quote(text));
    }
  }

  private static SocietyException wrong(String message) {
    return SocietyException.wrong("wrong-entity", message, "how it goes:  sbp entity --help");
  }
}
