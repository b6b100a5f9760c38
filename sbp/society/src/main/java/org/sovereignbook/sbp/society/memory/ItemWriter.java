package org.sovereignbook.sbp.society.memory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;

/** Writes items of warm memory. Every method decides by {@link MemoryRights}. */
public record ItemWriter(Transaction tx) {
  public static final String WRITTEN = "memory.written";
  private static final long USUAL_CONFIDENCE = 500;

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

  /**
   * Writes an item: a new one, or the next version of one.
   *
   * @throws SocietyException with the error words of CORDELIA: {@code unauthorized}, {@code
   *     not_member}, {@code viewer_read_only}, {@code emcon}, {@code capability_denied}, {@code
   *     validation_failed}, {@code not_found}
   */
  public Written write(Caller caller, ItemDraft draft) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    JsonObject body = ItemChecks.normalized(draft);
    ItemBody checked = draft.type().body(body);
    new ItemChecks(tx).requireSize(body, draft);
    MemoryHolder owner = MemoryHolder.named(tx, caller, draft.where().entity());
    requireOwn(draft, owner, reader);
    Scopes.Scope scope = scope(reader, draft, owner);
    draft.id().flatMap(id -> rows().inScope(scope, id)).ifPresent(rows()::lock);
    Optional<MemoryItem> present = draft.id().flatMap(id -> rows().inScope(scope, id));
    if (present.isPresent()) {
      reader.require(Act.WRITE, present.get().target(scope), what(draft));
      return replaced(caller, reader.principal(), draft, present.get(), checked, body);
    }
    if (draft.expectedVersion().filter(version -> version > 0).isPresent()) {
      throw Items.unknown(draft.id().orElse(""));
    }
    reader.require(Act.WRITE, placeOf(scope, owner, reader), what(draft));
    new ItemChecks(tx).requireCapacity(owner);
    Optional<MemoryItem> echoed =
        draft.type() == ItemType.LEARNING && draft.id().isEmpty()
            ? new Echo(tx).of(reader, checked.passages())
            : Optional.empty();
    if (echoed.isPresent()) {
      new Items(tx).use(reader.principal(), List.of(echoed.get().id()));
      return new Written(Effect.REINFORCED, rows().require(echoed.get().id()));
    }
    return new Written(
        Effect.CREATED,
        insert(
            caller.authority(),
            isValidated(caller, body),
            reader.principal(),
            draft,
            owner.principal(),
            scope,
            checked,
            body));
  }

  /**
   * Stores a new item from another node.
   *
   * @param by the authority behind it
   * @param author the node, or the agent that brought it, which owns it, too
   * @param draft its label is left out where another item has it
   * @param copyOf what it was shared from, elsewhere
   */
  MemoryItem arrived(
      Authority by,
      Principal author,
      ItemDraft draft,
      Scopes.Scope scope,
      Optional<String> copyOf) {
    boolean isTaken = draft.id().flatMap(id -> rows().inScope(scope, id)).isPresent();
    ItemDraft fresh = isTaken ? draft.unlabelled() : draft;
    MemoryItem item =
        insert(
            by, false, author, fresh, author, scope, draft.type().body(draft.data()), draft.data());
    if (copyOf.isPresent()) {
      tx.update("UPDATE memory_item SET copy_of = ? WHERE id = ?", copyOf.get(), item.id());
    }
    return rows().require(item.id());
  }

  /** Stores the next version of an item, from another node. */
  MemoryItem arrived(Authority by, Principal editor, ItemDraft draft, MemoryItem before) {
    return replaced(
        by, false, editor, draft, before, draft.type().body(draft.data()), draft.data());
  }

  private static String what(ItemDraft draft) {
    return draft
        .where()
        .group()
        .map(group -> "an item of the group " + PeerText.quote(group))
        .orElse("this item");
  }

  /** The one who writes is the author; a private item may be another's. */
  private static Target placeOf(Scopes.Scope scope, MemoryHolder owner, MemoryReader reader) {
    return new Target(scope.kind(), owner.principal(), reader.principal(), scope.group(), false);
  }

  /**
   * Refuses the name of another entity, before anything is looked for in its memory. A session of a
   * coding CLI may name its parent for a private item; an item of a group is never made another's,
   * who could then share it.
   */
  private static void requireOwn(ItemDraft draft, MemoryHolder owner, MemoryReader reader) {
    boolean isPrivate =
        draft.where().group().isEmpty()
            && draft.where().visibility().filter(one -> one != Visibility.PRIVATE).isEmpty();
    boolean isParents =
        isPrivate
            && reader
                .caller()
                .agent()
                .filter(agent -> agent.parent().equals(owner.principal()))
                .isPresent();
    if (!isParents && !owner.principal().equals(reader.principal())) {
      throw MemoryRights.denied(
          reader.caller(),
          MemoryRights.UNAUTHORIZED,
          "this item: " + MemoryReader.meaning(MemoryRights.UNAUTHORIZED));
    }
  }

  private Scopes.Scope scope(MemoryReader reader, ItemDraft draft, MemoryHolder owner) {
    Visibility visibility =
        draft
            .where()
            .visibility()
            .orElse(draft.where().group().isPresent() ? Visibility.GROUP : Visibility.PRIVATE);
    if ((visibility == Visibility.GROUP) != draft.where().group().isPresent()) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: a group is given exactly for the visibility group");
    }
    Scopes scopes = new Scopes(tx);
    return switch (visibility) {
      case PRIVATE -> scopes.ofHolder(owner.principal());
      case PUBLIC -> scopes.ofAll();
      case GROUP -> {
        String group = draft.where().group().orElseThrow();
        boolean exists =
            tx.exists("SELECT 1 FROM memory_group WHERE id = ? AND deleted_ms IS NULL", group);
        if (!exists || !reader.may(Act.READ, Groups.place(group, reader.principal()))) {
          throw Groups.unknown(group);
        }
        yield scopes.ofGroup(group);
      }
    };
  }

  private MemoryItem insert(
      Authority by,
      boolean validated,
      Principal author,
      ItemDraft draft,
      Principal owner,
      Scopes.Scope scope,
      ItemBody checked,
      JsonObject body) {
    String id = tx.newId();
    Domain domain = draft.domain().orElse(draft.type().domain(checked.subtype()));
    Cause cause = tx.cause(by);
    MemoryItem item =
        new MemoryItem(
            id,
            draft.id(),
            draft.type(),
            new MemoryItem.Text(
                checked.subtype(),
                PeerText.plain(checked.heading()),
                domain,
                confidence(draft.type(), body),
                rows().keep(id, body),
                ItemChecks.bytes(body)),
            new MemoryItem.Holding(scope.scope(), owner, author, Optional.empty()),
            MemoryItem.Assessment.of(validated),
            MemoryItem.Life.begun(tx.nowMs(), expires(scope, domain, checked)),
            draft.validity(),
            MemoryItem.Use.NONE);
    rows().insert(item, body, ItemChecks.tags(draft, body), cause);
    emit(by, item, scope);
    return item;
  }

  private static boolean isValidated(Caller caller, JsonObject body) {
    return caller.isUnbounded() && body.bool("validated").orElse(false);
  }

  private static Optional<Long> confidence(ItemType type, JsonObject body) {
    return type == ItemType.LEARNING
        ? Optional.of(body.integer(ItemChecks.CONFIDENCE).orElse(USUAL_CONFIDENCE))
        : Optional.empty();
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
      Principal editor,
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
    return new Written(
        Effect.UPDATED,
        replaced(
            caller.authority(), isValidated(caller, body), editor, draft, before, checked, body));
  }

  private MemoryItem replaced(
      Authority by,
      boolean validated,
      Principal editor,
      ItemDraft draft,
      MemoryItem before,
      ItemBody checked,
      JsonObject body) {
    Cause cause = tx.cause(by);
    // Nobody confirms what is quarantined by writing it once more.
    boolean isConfirmed = validated && !(before.isHidden() && before.author().equals(editor));
    Optional<MemoryItem.Doubt> doubt =
        before.isHidden() && !isConfirmed
            ? before.assessment().doubt().or(() -> Optional.of(MemoryItem.Doubt.AUTHOR))
            : Optional.empty();
    rows().keepFirst(before.id());
    Validity validity = draft.validity().or(before.validity());
    tx.update(
        "UPDATE memory_item SET subtype = ?, title = ?, domain = ?, confidence = ?,"
            + " validated = ?, version = version + 1, body_id = ?, bytes = ?, updated_ms = ?,"
            + " valid_from_ms = ?, valid_to_ms = ?, principal = ?, authority_id = ?, doubt = ?,"
            + " judged = ? WHERE id = ?",
        checked.subtype(),
        PeerText.plain(checked.heading()),
        draft.domain().orElse(before.domain()).toString(),
        confidence(draft.type(), body),
        isConfirmed ? 1 : 0,
        rows().keep(before.id(), body),
        ItemChecks.bytes(body),
        tx.nowMs(),
        validity.validFromMs(),
        validity.validToMs(),
        cause.principal().text(),
        cause.authorityId(),
        doubt.map(MemoryItem.Doubt::toString),
        before
            .assessment()
            .judged()
            .filter(_ -> before.author().equals(editor))
            .map(TrustScores.Correctness::toString),
        before.id());
    MemoryItem item = rows().require(before.id());
    rows().keepVersion(item, editor, cause);
    rows().keepParts(item, body, ItemChecks.tags(draft, body), cause);
    emit(by, item, new Scopes(tx).of(item.holding().scope()));
    return item;
  }

  /**
   * Changes members of an item, as its next version.
   *
   * @param changes merged into the present members
   */
  public Written edit(
      Caller caller, String id, JsonObject changes, Optional<Long> expectedVersion) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    rows().lock(new Items(tx).find(reader, id).item());
    Items.Whole found = new Items(tx).find(reader, id);
    reader.require(Act.WRITE, found.item().target(found.scope()), "this item");
    JsonObject data =
        ItemChecks.normalized(
            ItemDraft.of(found.item().type(), HotText.merged(found.shownBody(), changes)));
    ItemDraft draft =
        ItemDraft.of(found.item().type(), data)
            .named(Optional.of(found.item().id()))
            .at(ItemDraft.Where.of(found.group(), found.visibility()))
            .tagged(found.tags())
            .over(expectedVersion);
    new ItemChecks(tx).requireSize(data, draft);
    ItemBody checked = found.item().type().body(data);
    return replaced(caller, reader.principal(), draft, found.item(), checked, data);
  }

  /**
   * Puts a copy of an own item into a group. Sharing the same version again returns the same copy.
   *
   * @throws SocietyException with {@code not_found}, {@code not_owner}, {@code not_member}, {@code
   *     viewer_cannot_share}, {@code emcon_blocks_share}, {@code capability_denied}
   */
  public MemoryItem share(Caller caller, String id, String group) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Items.Whole source = new Items(tx).find(reader, id);
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
            .filter(copy -> rows().body(copy).equals(source.body()))
            .findFirst();
    return same.orElseGet(() -> copy(caller, MemoryHolder.of(caller), source, target));
  }

  /**
   * Puts a copy of an item into another scope.
   *
   * @param author who is to have made it
   */
  MemoryItem copy(Caller caller, MemoryHolder author, Items.Whole source, Scopes.Scope target) {
    ItemBody checked = source.item().type().body(source.body());
    ItemDraft draft =
        ItemDraft.of(source.item().type(), source.body())
            .at(ItemDraft.Where.of(target.group(), target.kind()))
            .about(source.item().domain())
            .tagged(source.tags())
            .within(source.item().validity());
    MemoryItem copy =
        insert(
            caller.authority(),
            isValidated(caller, source.body()),
            author.principal(),
            draft,
            target.kind() == Visibility.PRIVATE ? author.principal() : source.item().owner(),
            target,
            checked,
            source.body());
    tx.update("UPDATE memory_item SET copy_of = ? WHERE id = ?", source.item().id(), copy.id());
    new Causes(tx).follow(source.item().id(), copy.id());
    source.item().assessment().judged().ifPresent(how -> rows().judge(copy, how));
    return source
        .item()
        .assessment()
        .doubt()
        .map(why -> rows().doubt(copy, why))
        .orElseGet(() -> rows().require(copy.id()));
  }

  /**
   * Stores an item for an entity in the name of another, once: an archive of the program's own.
   *
   * @param draft with an id
   */
  MemoryItem archive(Caller system, ItemDraft draft, MemoryHolder owner, Principal author) {
    Scopes.Scope scope = new Scopes(tx).ofHolder(owner.principal());
    Optional<MemoryItem> present = rows().inScope(scope, draft.id().orElseThrow());
    if (present.isPresent()) {
      return present.get();
    }
    MemoryItem item = keep(system, draft, scope, owner, author);
    new Causes(tx).follow("hot:" + MemoryHolder.of(tx, author).id(), item.id());
    return item;
  }

  /** Stores a new item for an entity in the name of another. */
  MemoryItem keep(
      Caller system, ItemDraft draft, Scopes.Scope scope, MemoryHolder owner, Principal author) {
    JsonObject body = draft.data().without("id");
    return insert(
        system.authority(),
        isValidated(system, body),
        author,
        draft,
        owner.principal(),
        scope,
        draft.type().body(body),
        body);
  }

  /** Gives an item another label, which no item of its scope has. */
  void relabel(Caller caller, String id, String label) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Items.Whole found = new Items(tx).find(reader, id);
    reader.require(Act.WRITE, found.item().target(found.scope()), "this item");
    ItemChecks.requireLabel(label);
    rows().relabel(id, label);
    tx.append(
        LedgerEvent.of(
            "memory:" + id + ":renamed:" + tx.newId(),
            "memory.renamed",
            caller.authority(),
            ItemRows.subject(id)));
  }

  private void emit(Authority by, MemoryItem item, Scopes.Scope scope) {
    JsonObject.Builder metadata =
        JsonObject.builder().put("item_id", item.id()).put("type", item.type().toString());
    scope.group().ifPresent(group -> metadata.put("group_id", group));
    tx.append(
        LedgerEvent.of(
                "memory:%s:%d".formatted(item.id(), item.version()),
                WRITTEN,
                by,
                ItemRows.subject(item.id()))
            .with(metadata.build()));
  }

  private ItemRows rows() {
    return new ItemRows(tx);
  }
}
