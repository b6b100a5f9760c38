package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * What is to be delivered. An item is a signed object, or an unsigned envelope, beside metadata
 * whose names begin with {@code _} and never leave the node (CHOICES 3).
 */
public interface Outbox {

  /** An item and where it lies. */
  record Item(OutboxId id, JsonObject json) {}

  /** Something that lies in the outbox and is not a JSON object. */
  record Unreadable(OutboxId id, String problem) {}

  /** The ids of all that waits, by kind and name. */
  List<OutboxId> pending();

  /**
   * One item; empty when it is gone.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when it is not a JSON object
   */
  Optional<JsonObject> read(OutboxId id);

  /** The names of what could not be delivered ({@code outbox/failed/}). */
  List<String> failed();

  /** One failed item with its reason; empty when it is gone. */
  Optional<JsonObject> readFailed(String name);

  /** Items that are this process's to deliver, until this is closed or the process ends. */
  interface Claim extends AutoCloseable {
    List<OutboxId> ids();

    @Override
    void close();
  }

  /**
   * Claims items before they are posted, so that several machines share an outbox and nothing is
   * posted twice. An item that was claimed has to be read again: another process may have delivered
   * it, or put off its next attempt, since it was listed.
   *
   * @param wanted what to claim
   * @return of these, in this order, what still waits and nobody else has claimed. Where the node
   *     belongs to one machine, whose locks admit one delivery at a time, that is all of them
   */
  default Claim claim(List<OutboxId> wanted) {
    List<OutboxId> ids = List.copyOf(wanted);
    return new Claim() {
      @Override
      public List<OutboxId> ids() {
        return ids;
      }

      @Override
      public void close() {
        // Nothing was taken from anybody.
      }
    };
  }

  /** The change that puts an item into the outbox, or replaces its delivery state. */
  static Change put(OutboxId id, JsonObject item) {
    return new Change.PutOutbox(id, item);
  }

  /** The change that moves an item, with its final state, to {@code sent/YYYY-MM-DD/}. */
  static Change sent(OutboxId id, JsonObject item, Timestamp at) {
    return new Change.ArchiveSent(id, item, at);
  }

  /** The change that moves an item, with the reason in it, to {@code outbox/failed/}. */
  static Change fail(OutboxId id, JsonObject item) {
    return new Change.FailOutbox(id, item);
  }

  /** The change that moves what nobody can make sense of, as it is, to {@code outbox/failed/}. */
  static Change setAside(OutboxId id) {
    return new Change.SetAsideOutbox(id);
  }

  /** The change that deletes an item. */
  static Change remove(OutboxId id) {
    return new Change.RemoveOutbox(id);
  }

  /** The change that deletes a failed item. */
  static Change removeFailed(String name) {
    return new Change.RemoveFailed(name);
  }
}
