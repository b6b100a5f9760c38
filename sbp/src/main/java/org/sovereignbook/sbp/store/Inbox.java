package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Envelopes received and not yet processed. Thread-safe. */
public interface Inbox {

  /** How much the inbox holds, for quotas. */
  record Usage(long files, long bytes) {}

  /** Stores an envelope; when this returns, it survives a crash. */
  InboxId accept(byte[] envelope, Instant received);

  /** What waits, oldest first. */
  List<InboxId> pending();

  /** The bytes as received; empty when there is no such entry any more. */
  Optional<byte[]> read(InboxId id);

  /** Counts what waits. */
  Usage usage();
}
