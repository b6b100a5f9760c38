package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Items of warm memory, as a caller reads them. Every method decides by {@link MemoryRights}; an
 * item that the caller may not see does not exist for it. {@link ItemWriter} changes them.
 */
public record Items(Transaction tx) {
  /** An item with its text. */
  public record Whole(MemoryItem item, Scopes.Scope scope, JsonObject body, List<String> tags) {
    /** Returns the group whose members may see it. */
    public Optional<String> group() {
      return scope.group();
    }

    public Visibility visibility() {
      return scope.kind();
    }

    /** Returns the text with its shares from 0 to 1, as it is shown. */
    public JsonObject shownBody() {
      return PerMille.shown(body, ItemChecks.SHARES);
    }
  }

  /** Text of an item; its first one has no row of its own until another follows. */
  public record Version(String item, long version, String bodyId, Principal author, long atMs) {
    static final Rows<Version> ROWS = new Rows<>("memory_version", Version.class);

    /** The texts of all items, to be read only. */
    static final Rows<Version> ALL =
        new Rows<>(
            "(SELECT item, version, body_id, author, at_ms FROM memory_version UNION ALL SELECT id,"
                + " version, body_id, author, created_ms FROM memory_item i WHERE NOT EXISTS"
                + " (SELECT 1 FROM memory_version v WHERE v.item = i.id AND v.version ="
                + " i.version)) AS texts",
            Version.class);
  }

  /**
   * Finds an item that the caller may read: an own one before those of groups.
   *
   * @throws SocietyException with {@code not_found}, also for an item of others
   */
  public Whole find(Caller caller, String id) {
    return find(MemoryReader.of(tx, caller), id);
  }

  Whole find(MemoryReader reader, String id) {
    List<Whole> found = new ArrayList<>();
    for (MemoryItem item :
        MemoryItem.ROWS.list(
            tx,
            "WHERE (id = ? OR label = ?) AND deleted_ms IS NULL ORDER BY updated_ms DESC",
            id,
            id)) {
      Scopes.Scope scope = new Scopes(tx).of(item.holding().scope());
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
        "there is no item that you may read with the id " + PeerText.quote(id),
        "search for it:  sbp memory search WORDS");
  }

  /**
   * Doubtful items are seen by their author, its parent and the owner of the node; those of unknown
   * sources by the owner alone.
   */
  private boolean isShown(MemoryReader reader, MemoryItem item) {
    if (!item.isHidden() || reader.caller().isUnbounded()) {
      return true;
    }
    return item.assessment().doubt().filter(MemoryItem.Doubt.SOURCES::equals).isEmpty()
        && isConcerned(reader, item);
  }

  private boolean isConcerned(MemoryReader reader, MemoryItem item) {
    return item.owner().equals(reader.principal())
        || item.author().equals(reader.principal())
        || MemoryHolder.of(tx, item.author())
            .agent()
            .filter(author -> author.parent().equals(reader.principal()))
            .isPresent();
  }

  Whole whole(MemoryItem item, Scopes.Scope scope) {
    return new Whole(item, scope, rows().body(item), rows().tagsOf(item.id()));
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

  /** Returns also the authorities of earlier versions, which an approval of a later one leaves. */
  public List<Authority> everCauses(Collection<String> items) {
    return new Causes(tx).everOf(items);
  }

  /** Returns the editor of an item's present version; empty if that is its author. */
  public Optional<Principal> editor(MemoryItem item) {
    return Optional.of(rows().editor(item)).filter(editor -> !editor.equals(item.author()));
  }

  /** Returns the items that the caller may read, newest first. */
  public List<Whole> list(Caller caller, ItemFilter filter, int most) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Map<String, Scopes.Scope> scopes = reader.scopes();
    List<Whole> listed = new ArrayList<>();
    for (Scopes.Scope scope : scopes.values()) {
      listed.addAll(newest(reader, scope, filter, most));
    }
    listed.sort(
        (one, other) ->
            Long.compare(other.item().life().updatedMs(), one.item().life().updatedMs()));
    return List.copyOf(listed.subList(0, Math.min(most, listed.size())));
  }

  private List<Whole> newest(MemoryReader reader, Scopes.Scope scope, ItemFilter filter, int most) {
    List<Whole> newest = new ArrayList<>();
    List<MemoryItem> rows;
    int offset = 0;
    do {
      rows =
          MemoryItem.ROWS.list(
              tx,
              "WHERE scope = ? AND deleted_ms IS NULL ORDER BY updated_ms DESC, id LIMIT "
                  + most
                  + " OFFSET "
                  + offset,
              scope.scope());
      for (MemoryItem item : rows) {
        Whole whole = whole(item, scope);
        if ((filter.hidden() ? isShown(reader, item) : !item.isHidden()) && filter.fits(whole)) {
          newest.add(whole);
        }
      }
      offset += most;
    } while (newest.size() < most && rows.size() == most);
    return newest;
  }

  /** Indexes the texts of all items again, whatever the index has of them. */
  public void indexAgain() {
    for (MemoryItem item : MemoryItem.ROWS.list(tx, "WHERE deleted_ms IS NULL ORDER BY id")) {
      rows().reindex(item, rows().body(item));
    }
  }

  /** Returns whether an item of the caller's own private memory has this label. */
  boolean isLabelled(MemoryReader reader, String label) {
    return rows().inScope(new Scopes(tx).ofHolder(reader.principal()), label).isPresent();
  }

  /** Returns the versions of an item, newest first. */
  public List<Version> history(Caller caller, String id) {
    return Version.ALL.list(
        tx, "WHERE item = ? ORDER BY version DESC", find(caller, id).item().id());
  }

  /** Returns the text of a version of an item; empty if there is none, or it was erased. */
  public Optional<JsonObject> earlier(Caller caller, String id, long version) {
    return Version.ALL
        .first(tx, "WHERE item = ? AND version = ?", find(caller, id).item().id(), version)
        .flatMap(one -> tx.text(one.bodyId()))
        .map(MemoryTexts::parse)
        .map(body -> PerMille.shown(body, ItemChecks.SHARES));
  }

  private ItemRows rows() {
    return new ItemRows(tx);
  }
}
