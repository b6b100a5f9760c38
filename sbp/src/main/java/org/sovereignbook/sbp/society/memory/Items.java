package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.recall.Indexed;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Items of warm memory. Every method decides by {@link MemoryRights}; what the caller may not see
 * does not exist for it.
 */
public record Items(Transaction tx) {
  static final String WRITTEN = "memory.written";
  private static final String CONFIDENCE = "confidence";
  private static final String NOVELTY = "novelty_score";
  private static final String TAGS = "tags";
  private static final long USUAL_CONFIDENCE = 500;
  private static final int MAX_TAGS = 50;
  private static final int MAX_LABEL_CHARACTERS = 200;

  /** Effect of a write. */
  public enum Effect {
    CREATED,
    UPDATED,
    /** An echo of a recalled item, which counts as used once more. */
    REINFORCED,
    /** Somebody has changed the item meanwhile; nothing was written. */
    CONFLICT
  }

  /** Result of a write: the item as it is now. */
  public record Written(Effect outcome, MemoryItem item) {}

  /** An item with its text. */
  public record Whole(MemoryItem item, Scopes.Scope scope, JsonObject body, List<String> tags) {
    /** Returns the group whose members may see it. */
    public Optional<String> group() {
      return scope.group();
    }

    public Visibility visibility() {
      return scope.kind();
    }
  }

  /** Earlier text of an item. */
  public record Version(String item, long version, String bodyId, Principal author, long atMs) {
    static final Rows<Version> ROWS = new Rows<>("memory_version", Version.class);
  }

  /**
   * Writes an item: a new one, or the next version of one.
   *
   * @throws SocietyException with the error words of CORDELIA: {@code unauthorized}, {@code
   *     not_member}, {@code viewer_read_only}, {@code emcon}, {@code capability_denied}, {@code
   *     validation_failed}, {@code not_found}
   */
  public Written write(Caller caller, ItemDraft draft) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    JsonObject body = normalized(draft);
    ItemBody checked = draft.type().body(body);
    requireSize(body, draft);
    MemoryHolder owner = MemoryHolder.named(tx, caller, draft.entity());
    Scopes.Scope scope = scope(reader, draft, owner);
    Optional<MemoryItem> present = draft.id().flatMap(id -> inScope(scope, id));
    if (present.isPresent()) {
      reader.require(Act.WRITE, present.get().target(scope), what(draft));
      return replaced(caller, reader, draft, present.get(), checked, body);
    }
    if (draft.expectedVersion().filter(version -> version > 0).isPresent()) {
      throw unknown(draft.id().orElse(""));
    }
    reader.require(Act.WRITE, placeOf(scope, owner, reader), what(draft));
    requireOwn(scope, owner, reader);
    requireCapacity(owner);
    Optional<MemoryItem> echoed =
        draft.type() == ItemType.LEARNING && draft.id().isEmpty()
            ? new Echo(tx).of(reader, checked.passages())
            : Optional.empty();
    if (echoed.isPresent()) {
      use(reader.principal(), List.of(echoed.get().id()));
      return new Written(Effect.REINFORCED, require(echoed.get().id()));
    }
    return new Written(
        Effect.CREATED, insert(caller, reader.principal(), draft, owner, scope, checked, body));
  }

  private static String what(ItemDraft draft) {
    return draft
        .group()
        .map(group -> "an item of the group " + PeerText.quote(group))
        .orElse("this item");
  }

  /** The one who writes is the author; a private item may be another's. */
  private static Target placeOf(Scopes.Scope scope, MemoryHolder owner, MemoryReader reader) {
    return new Target(scope.kind(), owner.principal(), reader.principal(), scope.group(), false);
  }

  /** An item of a group is never made another entity's: it would be that one's to share. */
  private static void requireOwn(Scopes.Scope scope, MemoryHolder owner, MemoryReader reader) {
    if (scope.kind() == Visibility.GROUP && !owner.principal().equals(reader.principal())) {
      throw MemoryRights.denied(
          reader.caller(),
          MemoryRights.UNAUTHORIZED,
          "this item: " + MemoryReader.meaning(MemoryRights.UNAUTHORIZED));
    }
  }

  private Scopes.Scope scope(MemoryReader reader, ItemDraft draft, MemoryHolder owner) {
    Visibility visibility =
        draft
            .visibility()
            .orElse(draft.group().isPresent() ? Visibility.GROUP : Visibility.PRIVATE);
    if ((visibility == Visibility.GROUP) != draft.group().isPresent()) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: a group is given exactly for the visibility group");
    }
    Scopes scopes = new Scopes(tx);
    return switch (visibility) {
      case PRIVATE -> scopes.ofHolder(owner.principal());
      case PUBLIC -> scopes.ofAll();
      case GROUP -> {
        String group = draft.group().orElseThrow();
        boolean exists =
            tx.exists("SELECT 1 FROM memory_group WHERE id = ? AND deleted_ms IS NULL", group);
        if (!exists || !reader.may(Act.READ, Groups.place(group, reader.principal()))) {
          throw Groups.unknown(group);
        }
        yield scopes.ofGroup(group);
      }
    };
  }

  /** Returns the body with its shares in per mille, without what the row holds. */
  private static JsonObject normalized(ItemDraft draft) {
    JsonObject body = draft.data();
    for (String share : List.of(CONFIDENCE, NOVELTY)) {
      Optional<JsonValue> value = body.get(share);
      if (value.isPresent()) {
        Optional<Long> perMille = PerMille.of(value.get());
        if (perMille.isEmpty()) {
          throw SocietyException.wrong(
              "validation_failed", "validation_failed: " + share + " is a number from 0 to 1");
        }
        body = body.with(share, perMille.get());
      }
    }
    return body.without("id");
  }

  private void requireSize(JsonObject body, ItemDraft draft) {
    int most = tx.node().config().get(MemorySettings.ITEM_BYTES);
    int bytes = bytes(body);
    if (bytes > most) {
      throw SocietyException.wrong(
          "too_large",
          "the item has " + bytes + " bytes, more than " + most + " (memory.max_item_bytes)",
          "put it into a file, and what matters of it into an item");
    }
    draft.id().ifPresent(Items::requireLabel);
    if (tags(draft, body).size() > MAX_TAGS) {
      throw SocietyException.wrong(
          "validation_failed", "validation_failed: an item has at most " + MAX_TAGS + " tags");
    }
  }

  private static int bytes(JsonObject body) {
    return body.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private void requireCapacity(MemoryHolder owner) {
    int most = tx.node().config().get(MemorySettings.ITEMS);
    long has =
        tx.number(
            "SELECT COUNT(*) FROM memory_item WHERE owner = ? AND deleted_ms IS NULL",
            owner.principal().text());
    if (has >= most) {
      throw SocietyException.refused(
          "memory_full",
          owner.name() + " has " + most + " items, which is the most (memory.max_items)",
          "delete some:  sbp memory forget ID");
    }
  }

  private static List<String> tags(ItemDraft draft, JsonObject body) {
    return Stream.concat(
            draft.tags().stream(),
            body.array(TAGS).flatMap(JsonArray::strings).orElse(List.of()).stream())
        .distinct()
        .toList();
  }

  private MemoryItem insert(
      Caller caller,
      Principal author,
      ItemDraft draft,
      MemoryHolder owner,
      Scopes.Scope scope,
      ItemBody checked,
      JsonObject body) {
    String id = tx.newId();
    Domain domain = draft.domain().orElse(draft.type().domain(checked.subtype()));
    Cause cause = tx.cause(caller.authority());
    MemoryItem item =
        new MemoryItem(
            id,
            draft.id(),
            draft.type(),
            checked.subtype(),
            PeerText.plain(checked.heading()),
            scope.scope(),
            owner.principal(),
            author,
            domain,
            confidence(draft.type(), body),
            isValidated(caller, body),
            1,
            keep(id, body),
            bytes(body),
            tx.nowMs(),
            tx.nowMs(),
            draft.validFromMs(),
            draft.validToMs(),
            expires(scope, domain, checked),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty());
    MemoryItem.ROWS.insert(tx, item, cause);
    keepVersion(author, item, cause);
    retag(item, tags(draft, body));
    reindex(item, body);
    emit(caller, item, scope);
    return item;
  }

  private static boolean isValidated(Caller caller, JsonObject body) {
    return caller.isUnbounded() && body.bool("validated").orElse(false);
  }

  private static Optional<Long> confidence(ItemType type, JsonObject body) {
    return type == ItemType.LEARNING
        ? Optional.of(body.integer(CONFIDENCE).orElse(USUAL_CONFIDENCE))
        : Optional.empty();
  }

  private String keep(String item, JsonObject body) {
    return tx.keep(subject(item), "body", body.toString());
  }

  static Subject subject(String item) {
    return new Subject("memory", item);
  }

  /** Returns when an item ends by itself: by its group, its domain, or because it is transient. */
  private Optional<Long> expires(Scopes.Scope scope, Domain domain, ItemBody checked) {
    Config config = tx.node().config();
    Optional<Duration> life = Optional.empty();
    if (domain != Domain.VALUE && Transience.PATTERNS.fits(checked.passages())) {
      life = Optional.of(config.get(MemorySettings.TRANSIENT_KEPT));
    } else if (scope.group().isPresent()) {
      life =
          MemoryGroup.ROWS
              .first(tx, "WHERE id = ?", scope.group().get())
              .flatMap(group -> group.culture().ttlDefault())
              .map(Duration::ofSeconds);
    } else if (scope.kind() == Visibility.PRIVATE && domain == Domain.INTERRUPT) {
      life = Optional.of(config.get(MemorySettings.INTERRUPT_KEPT));
    }
    return life.map(it -> tx.nowMs() + it.toMillis());
  }

  private Written replaced(
      Caller caller,
      MemoryReader reader,
      ItemDraft draft,
      MemoryItem before,
      ItemBody checked,
      JsonObject body) {
    if (before.type() != draft.type()) {
      throw SocietyException.refused(
          "validation_failed",
          "validation_failed: " + before.shownId() + " is of the type " + before.type());
    }
    if (draft.expectedVersion().filter(version -> version != before.version()).isPresent()) {
      return new Written(Effect.CONFLICT, before);
    }
    Cause cause = tx.cause(caller.authority());
    tx.update(
        "UPDATE memory_item SET subtype = ?, title = ?, author = ?, domain = ?, confidence = ?,"
            + " validated = ?, version = version + 1, body_id = ?, bytes = ?, updated_ms = ?,"
            + " valid_from_ms = ?, valid_to_ms = ?, principal = ?, authority_id = ? WHERE id = ?",
        checked.subtype(),
        PeerText.plain(checked.heading()),
        reader.principal().text(),
        draft.domain().orElse(before.domain()).toString(),
        confidence(draft.type(), body),
        isValidated(caller, body) ? 1 : 0,
        keep(before.id(), body),
        bytes(body),
        tx.nowMs(),
        draft.validFromMs().or(before::validFromMs),
        draft.validToMs().or(before::validToMs),
        cause.principal().text(),
        cause.authorityId(),
        before.id());
    MemoryItem item = require(before.id());
    keepVersion(reader.principal(), item, cause);
    retag(item, tags(draft, body));
    reindex(item, body);
    emit(caller, item, new Scopes(tx).of(item.scope()));
    return new Written(Effect.UPDATED, item);
  }

  private void keepVersion(Principal author, MemoryItem item, Cause cause) {
    Version.ROWS.insert(
        tx, new Version(item.id(), item.version(), item.bodyId(), author, tx.nowMs()), cause);
    new Causes(tx).add(item.id(), cause.authorityId());
  }

  private void retag(MemoryItem item, List<String> tags) {
    tx.update("DELETE FROM memory_tag WHERE item = ?", item.id());
    for (String tag : tags) {
      tx.update("INSERT INTO memory_tag (item, tag) VALUES (?, ?)", item.id(), tag);
    }
  }

  /**
   * Stores an item for an entity in the name of another, once: an archive of the program's own.
   *
   * @param draft with an id
   */
  void archive(Caller system, ItemDraft draft, MemoryHolder owner, Principal author) {
    Scopes.Scope scope = new Scopes(tx).ofHolder(owner.principal());
    if (inScope(scope, draft.id().orElseThrow()).isEmpty()) {
      MemoryItem item =
          insert(
              system, author, draft, owner, scope, draft.type().body(draft.data()), draft.data());
      new Causes(tx).follow("hot:" + MemoryHolder.of(tx, author).id(), item.id());
    }
  }

  /** Brings the index in line with an item: hidden and deleted ones are not found. */
  private void reindex(MemoryItem item, JsonObject body) {
    if (item.isHidden() || item.deletedMs().isPresent()) {
      RecallIndex.remove(tx, item.id());
    } else {
      RecallIndex.put(
          tx,
          new Indexed(
              item.id(),
              item.scope(),
              MemoryHolder.nameOf(tx, item.author()),
              item.title(),
              String.join(" ", tagsOf(item.id())),
              item.validFromMs().orElse(item.createdMs()),
              item.type().body(body).passages()));
    }
  }

  private void emit(Caller caller, MemoryItem item, Scopes.Scope scope) {
    JsonObject.Builder metadata =
        JsonObject.builder().put("item_id", item.id()).put("type", item.type().toString());
    scope.group().ifPresent(group -> metadata.put("group_id", group));
    tx.append(
        LedgerEvent.of(
                "memory:%s:%d".formatted(item.id(), item.version()),
                WRITTEN,
                caller.authority(),
                subject(item.id()))
            .with(metadata.build()));
  }

  private MemoryItem require(String id) {
    return MemoryItem.ROWS.first(tx, "WHERE id = ?", id).orElseThrow();
  }

  private Optional<MemoryItem> inScope(Scopes.Scope scope, String id) {
    return MemoryItem.ROWS.first(
        tx,
        "WHERE scope = ? AND (label = ? OR id = ?) AND deleted_ms IS NULL",
        scope.scope(),
        id,
        id);
  }

  /**
   * Finds an item that the caller may read: an own one before those of groups.
   *
   * @throws SocietyException with {@code not_found}, also for an item of others
   */
  public Whole find(Caller caller, String id) {
    return find(MemoryReader.of(tx, caller), id);
  }

  private Whole find(MemoryReader reader, String id) {
    List<Whole> found = new ArrayList<>();
    for (MemoryItem item :
        MemoryItem.ROWS.list(
            tx,
            "WHERE (id = ? OR label = ?) AND deleted_ms IS NULL ORDER BY updated_ms DESC",
            id,
            id)) {
      Scopes.Scope scope = new Scopes(tx).of(item.scope());
      if (reader.mayRead(item, scope) && isShown(reader, item)) {
        Whole whole = whole(item, scope);
        found.add(item.owner().equals(reader.principal()) ? 0 : found.size(), whole);
      }
    }
    if (found.isEmpty()) {
      throw unknown(id);
    }
    return found.getFirst();
  }

  static SocietyException unknown(String id) {
    return SocietyException.notFound(
        MemoryRights.NOT_FOUND,
        "no memory of the caller's has the id " + PeerText.quote(id),
        "search for it:  sbp memory search WORDS");
  }

  /** Doubtful items are seen by their author, its parent and the owner of the node. */
  private boolean isShown(MemoryReader reader, MemoryItem item) {
    return !item.isHidden()
        || reader.caller().isUnbounded()
        || item.owner().equals(reader.principal())
        || item.author().equals(reader.principal())
        || MemoryHolder.of(tx, item.author())
            .agent()
            .filter(author -> author.parent().equals(reader.principal()))
            .isPresent();
  }

  Whole whole(MemoryItem item, Scopes.Scope scope) {
    return new Whole(item, scope, body(item), tagsOf(item.id()));
  }

  private JsonObject body(MemoryItem item) {
    return tx.text(item.bodyId()).map(MemoryTexts::parse).orElse(JsonObject.empty());
  }

  private List<String> tagsOf(String item) {
    return tx.texts("SELECT tag FROM memory_tag WHERE item = ? ORDER BY tag", item);
  }

  /** Reads an item, which counts as a use of it. */
  public Whole read(Caller caller, String id) {
    Whole found = find(caller, id);
    use(MemoryHolder.of(caller).principal(), List.of(found.item().id()));
    return found;
  }

  /** Records that items of a search are shown to the caller. */
  public void recalled(Caller caller, Collection<String> items) {
    use(MemoryHolder.of(caller).principal(), items);
  }

  /** Records that items were recalled by an entity: they are used, and an echo of them is known. */
  void use(Principal by, Collection<String> items) {
    long interruptKept = tx.node().config().get(MemorySettings.INTERRUPT_KEPT).toMillis();
    for (String item : items) {
      tx.update(
          "UPDATE memory_item SET uses = uses + 1, used_ms = ?, expires_ms = CASE WHEN expires_ms"
              + " IS NOT NULL AND domain = 'interrupt' AND expires_ms < ? THEN ? ELSE expires_ms"
              + " END WHERE id = ?",
          tx.nowMs(),
          tx.nowMs() + interruptKept,
          tx.nowMs() + interruptKept,
          item);
      tx.update(
          "INSERT INTO memory_recalled (holder, item, at_ms) VALUES (?, ?, ?) ON CONFLICT (holder,"
              + " item) DO UPDATE SET at_ms = excluded.at_ms",
          by.text(),
          item,
          tx.nowMs());
    }
  }

  /** Returns the authorities of all that made these items. */
  public List<Authority> causes(Collection<String> items) {
    return new Causes(tx).of(items);
  }

  /** Returns the items that the caller may read, newest first. */
  public List<Whole> list(Caller caller, ItemFilter filter, int most) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Map<String, Scopes.Scope> scopes = reader.scopes();
    List<Whole> listed = new ArrayList<>();
    for (Map.Entry<String, Scopes.Scope> scope : scopes.entrySet()) {
      for (MemoryItem item :
          MemoryItem.ROWS.list(
              tx,
              "WHERE scope = ? AND deleted_ms IS NULL ORDER BY updated_ms DESC, id LIMIT " + most,
              scope.getKey())) {
        Whole whole = whole(item, scope.getValue());
        if ((filter.hidden() ? isShown(reader, item) : !item.isHidden()) && filter.fits(whole)) {
          listed.add(whole);
        }
      }
    }
    listed.sort((one, other) -> Long.compare(other.item().updatedMs(), one.item().updatedMs()));
    return List.copyOf(listed.subList(0, Math.min(most, listed.size())));
  }

  /** Deletes an item; its versions stay until they are erased. */
  public MemoryItem delete(Caller caller, String id) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Whole found = find(reader, id);
    reader.require(Act.DELETE, found.item().target(found.scope()), "this item");
    remove(found.item());
    tx.append(
        LedgerEvent.of(
            "memory:" + found.item().id() + ":deleted:" + tx.newId(),
            "memory.deleted",
            caller.authority(),
            subject(found.item().id())));
    return require(found.item().id());
  }

  /** Gives a new item the number of the version that it had elsewhere. */
  void begin(MemoryItem created, long version) {
    if (version > 1 && created.version() == 1) {
      tx.update("UPDATE memory_item SET version = ? WHERE id = ?", version, created.id());
      tx.update("UPDATE memory_version SET version = ? WHERE item = ?", version, created.id());
    }
  }

  /** Returns whether an item of the caller's own private memory has this label. */
  boolean isLabelled(MemoryReader reader, String label) {
    return inScope(new Scopes(tx).ofHolder(reader.principal()), label).isPresent();
  }

  /** Gives an item another label, which no item of its scope has. */
  void relabel(Caller caller, String id, String label) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Whole found = find(reader, id);
    reader.require(Act.WRITE, found.item().target(found.scope()), "this item");
    requireLabel(label);
    tx.update(
        "UPDATE memory_item SET label = ?, updated_ms = ? WHERE id = ?", label, tx.nowMs(), id);
    tx.append(
        LedgerEvent.of(
            "memory:" + id + ":renamed:" + tx.newId(),
            "memory.renamed",
            caller.authority(),
            subject(id)));
  }

  private static void requireLabel(String label) {
    if (label.isBlank() || label.length() > MAX_LABEL_CHARACTERS) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: an id has 1 to " + MAX_LABEL_CHARACTERS + " characters");
    }
  }

  /** Makes an item a tombstone. */
  void remove(MemoryItem item) {
    tx.update(
        "UPDATE memory_item SET deleted_ms = ?, label = NULL WHERE id = ?", tx.nowMs(), item.id());
    RecallIndex.remove(tx, item.id());
  }

  /**
   * Puts a copy of an own item into a group. Sharing the same version again returns the same copy.
   *
   * @throws SocietyException with {@code not_found}, {@code not_owner}, {@code not_member}, {@code
   *     viewer_cannot_share}, {@code emcon_blocks_share}, {@code capability_denied}
   */
  public MemoryItem share(Caller caller, String id, String group) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Whole source = find(reader, id);
    if (!source.item().owner().equals(reader.principal())) {
      throw MemoryRights.denied(
          caller, "not_owner", "this item: " + MemoryReader.meaning("not_owner"));
    }
    Scopes.Scope target =
        scope(
            reader,
            ItemDraft.of(source.item().type(), JsonObject.empty()).inGroup(Optional.of(group)),
            MemoryHolder.of(caller));
    reader.require(Act.SHARE, Groups.place(group, reader.principal()), group);
    Optional<MemoryItem> same =
        MemoryItem.ROWS
            .list(
                tx,
                "WHERE copy_of = ? AND scope = ? AND deleted_ms IS NULL",
                source.item().id(),
                target.scope())
            .stream()
            .filter(copy -> body(copy).equals(source.body()))
            .findFirst();
    return same.orElseGet(() -> copy(caller, reader, source, target));
  }

  private MemoryItem copy(Caller caller, MemoryReader reader, Whole source, Scopes.Scope target) {
    ItemBody checked = source.item().type().body(source.body());
    ItemDraft draft =
        new ItemDraft(
            Optional.empty(),
            source.item().type(),
            source.body(),
            Optional.empty(),
            target.group(),
            Optional.of(Visibility.GROUP),
            Optional.of(source.item().domain()),
            source.tags(),
            source.item().validFromMs(),
            source.item().validToMs(),
            Optional.empty());
    MemoryItem copy =
        insert(
            caller,
            reader.principal(),
            draft,
            MemoryHolder.of(tx, source.item().owner()),
            target,
            checked,
            source.body());
    tx.update("UPDATE memory_item SET copy_of = ? WHERE id = ?", source.item().id(), copy.id());
    new Causes(tx).follow(source.item().id(), copy.id());
    return require(copy.id());
  }

  /** Returns the versions of an item, newest first. */
  public List<Version> history(Caller caller, String id) {
    return Version.ROWS.list(
        tx, "WHERE item = ? ORDER BY version DESC", find(caller, id).item().id());
  }

  /** Returns the text of a version of an item; empty if there is none, or it was erased. */
  public Optional<JsonObject> earlier(Caller caller, String id, long version) {
    return Version.ROWS
        .first(tx, "WHERE item = ? AND version = ?", find(caller, id).item().id(), version)
        .flatMap(one -> tx.text(one.bodyId()))
        .map(MemoryTexts::parse);
  }

  /**
   * Changes members of an item, as its next version.
   *
   * @param changes merged into the present members
   */
  public Written edit(
      Caller caller, String id, JsonObject changes, Optional<Long> expectedVersion) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Whole found = find(reader, id);
    reader.require(Act.WRITE, found.item().target(found.scope()), "this item");
    JsonObject data =
        normalized(
            new ItemDraft(
                Optional.empty(),
                found.item().type(),
                HotText.merged(found.body(), changes),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    ItemDraft draft =
        new ItemDraft(
            Optional.of(found.item().id()),
            found.item().type(),
            data,
            Optional.empty(),
            found.group(),
            Optional.of(found.visibility()),
            Optional.empty(),
            found.tags(),
            Optional.empty(),
            Optional.empty(),
            expectedVersion);
    requireSize(data, draft);
    return replaced(caller, reader, draft, found.item(), found.item().type().body(data), data);
  }

  /** Marks an item as confirmed by another than its author, so that it is found. */
  void validate(MemoryItem item) {
    tx.update("UPDATE memory_item SET validated = 1 WHERE id = ?", item.id());
    MemoryItem now = require(item.id());
    reindex(now, body(now));
  }

  /**
   * Makes an item and all copies of it unreadable: rows, index, tags. The texts are erased by the
   * caller afterwards, which needs a transaction of its own.
   *
   * @return the items, of which every text has to be erased
   */
  public List<Subject> forErasure(Caller caller, String id) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Whole found = find(reader, id);
    if (!caller.isUnbounded()) {
      reader.require(Act.DELETE, found.item().target(found.scope()), "this item");
    }
    List<Subject> erased = new ArrayList<>();
    List<MemoryItem> next = List.of(found.item());
    while (!next.isEmpty()) {
      List<MemoryItem> copies = new ArrayList<>();
      for (MemoryItem item : next) {
        if (item.deletedMs().isEmpty()) {
          remove(item);
        }
        retag(item, List.of());
        tx.update("UPDATE memory_item SET title = '' WHERE id = ?", item.id());
        erased.add(subject(item.id()));
        copies.addAll(MemoryItem.ROWS.list(tx, "WHERE copy_of = ?", item.id()));
      }
      next = copies;
    }
    return erased;
  }
}
