package org.sovereignbook.sbp.store;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Items to deliver. An item is a signed object, or an unsigned envelope, beside metadata whose
 * names begin with {@code _} and never leave the node (CHOICES 3).
 */
public record Outbox(Store store) {
  private static final int DATE_CHARACTERS = "2026-03-17".length();

  /** {@code outbox/KIND/NAME.json}. */
  public static final Keyed ITEMS =
      Collection.keyed("outbox")
          .keys(
              Pattern.compile(
                  Arrays.stream(OutboxKind.values())
                          .map(OutboxKind::toString)
                          .collect(Collectors.joining("|", "(", ")/"))
                      + Keyed.PLAIN))
          .indexedBy(new Collection.Index(Messages.ALL, Messages::sent));

  /** {@code outbox/failed/}: what could not be delivered, with the reason. */
  public static final Keyed FAILED = Collection.keyed("outbox/failed").keys(Keyed.ANY);

  /** The names of items that the society's database does not know yet to be in the outbox. */
  public static final Keyed HANDED =
      Collection.keyed("outbox/handed")
          .at(
              new Collection.Layout(
                  Collection.Layout.Form.FILES,
                  "operational/handed/" + Collection.Layout.KEY + ".json"));

  /** An item and where it lies. */
  public record Item(OutboxId id, JsonObject json) {}

  /** Returns the ids of all waiting items, by kind and name. */
  public List<OutboxId> pending() {
    return store.keys(ITEMS).stream().map(OutboxId::parse).sorted().toList();
  }

  /**
   * Reads an item; empty when it is gone.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when it is not a JSON object
   */
  public Optional<JsonObject> read(OutboxId id) {
    return store.json(ITEMS, id.toString());
  }

  /** Returns the names of the failed items. */
  public List<String> failed() {
    return store.keys(FAILED);
  }

  /** Reads a failed item with its reason; empty when it is gone. */
  public Optional<JsonObject> readFailed(String name) {
    return store.json(FAILED, name);
  }

  /** Items that are this process's to deliver, until this is closed or the process ends. */
  public record ItemLease(Lease.EntryLease lease) implements AutoCloseable {
    public List<OutboxId> ids() {
      return lease.keys().stream().map(OutboxId::parse).toList();
    }

    @Override
    public void close() {
      lease.close();
    }
  }

  /** Claims items before they are posted, so that nothing is posted twice; see {@link Store}. */
  public ItemLease claim(List<OutboxId> wanted) {
    return new ItemLease(store.claim(ITEMS, wanted.stream().map(OutboxId::toString).toList()));
  }

  /** Returns the change that puts an item into the outbox, or replaces its delivery state. */
  public static Change put(OutboxId id, JsonObject item) {
    return ITEMS.put(id.toString(), item);
  }

  /** Returns the change that moves an item, with its final state, to {@code sent/YYYY-MM-DD/}. */
  public static Change sent(OutboxId id, JsonObject item, Timestamp at) {
    String day = at.toString().substring(0, DATE_CHARACTERS);
    return move(id, Archive.SENT, day + "/" + id.name(), Optional.of(item));
  }

  /** Returns the change that moves an item, with the reason in it, to {@code outbox/failed/}. */
  public static Change fail(OutboxId id, JsonObject item) {
    return move(id, FAILED, id.name(), Optional.of(item));
  }

  /** Returns the change that moves a malformed item, unchanged, to {@code outbox/failed/}. */
  public static Change setAside(OutboxId id) {
    return move(id, FAILED, id.name(), Optional.empty());
  }

  /** Returns the change that deletes an item. */
  public static Change remove(OutboxId id) {
    return ITEMS.delete(id.toString());
  }

  /** Returns the change that moves a failed item back to its folder in the outbox. */
  public static Change again(String failed, OutboxId id, JsonObject item) {
    return new Change.Move(
        FAILED, failed, ITEMS, id.toString(), Optional.of(JsonWriter.bytes(item)));
  }

  /** Returns the change that deletes a failed item. */
  public static Change removeFailed(String name) {
    return FAILED.delete(name);
  }

  private static Change move(OutboxId id, Keyed to, String wanted, Optional<JsonObject> item) {
    return new Change.Move(ITEMS, id.toString(), to, wanted, item.map(JsonWriter::bytes));
  }
}
