package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;

/** Envelopes received and not yet processed. Thread-safe. */
public interface Inbox {

  /** How much the inbox holds, for quotas. */
  record Usage(long files, long bytes) {}

  /** Stores an envelope; when this returns, it survives a crash. */
  InboxId accept(byte[] envelope, Instant received);

  /**
   * An envelope that is in good hands.
   *
   * @param repeated it had been accepted before, under this id, and nothing was stored now
   */
  record Receipt(InboxId id, boolean repeated) {}

  /**
   * As {@link #accept(byte[], Instant)}, unless another process has accepted the same envelope in
   * the last seven days: where several servers share a node, each of them knows only its own.
   *
   * @param envelope the hash of what was signed
   */
  default Receipt accept(ContentHash envelope, byte[] bytes, Instant received) {
    return new Receipt(accept(bytes, received), false);
  }

  /** What waits, oldest first. */
  List<InboxId> pending();

  /** The bytes as received; empty when there is no such entry any more. */
  Optional<byte[]> read(InboxId id);

  /** Counts what waits. */
  Usage usage();

  /** The change that moves an entry to {@code inbox/rejected/}. */
  static Change reject(InboxId id) {
    return new Change.RejectInbox(id);
  }

  /** The change that moves an entry to {@code inbox/processed/}. */
  static Change archive(InboxId id) {
    return new Change.ArchiveInbox(id);
  }

  /** The change that deletes an entry. */
  static Change remove(InboxId id) {
    return new Change.RemoveInbox(id);
  }
}
