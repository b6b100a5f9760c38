package org.sovereignbook.sbp.peer.reader;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Selection of the items for one digest (THREATS: one stranger's text fills the reader's prompt):
 * limits on items and bytes, a small share for each stranger and at most half for any other sender.
 * A text longer than its sender's share is cut; an item without space waits. A message that has
 * failed alone is shown alone, and each time half as much of it. Not thread-safe.
 */
final class DigestBatch {
  /** Minimum space, about the size of the smallest item; less counts as none. */
  private static final int LEAST_BYTES = 1_024;

  private final BatchMemory memory;
  private final PeerTable peers;
  private final int mostItems;
  private final int mostBytes;
  private final int strangerBytes;
  private final Map<PublicKey, Integer> used = new HashMap<>();
  private int items;
  private int bytes;
  private boolean isClosed;

  /**
   * Creates an empty batch.
   *
   * @param peers as they were before the messages at hand
   * @param bytes the space for the items of the digest
   */
  DigestBatch(Config config, BatchMemory memory, PeerTable peers, int bytes) {
    this.memory = memory;
    this.peers = peers;
    this.mostItems = memory.nextItems(config.get(ReaderSettings.MAX_ITEMS_PER_RUN));
    this.mostBytes = bytes;
    this.strangerBytes = config.get(ReaderSettings.STRANGER_DIGEST_BYTES);
  }

  private boolean isFull() {
    return isClosed || items >= mostItems || mostBytes - bytes < LEAST_BYTES;
  }

  /** Returns whether an item of this sender may have space. */
  private boolean hasSpaceFor(InboxId id, PublicKey sender) {
    return !isFull()
        && (items == 0 || memory.alone(id) == 0)
        && share(sender) - used(sender) >= (used(sender) == 0 ? 0 : LEAST_BYTES);
  }

  /** Reserves space for an item of about this size. Returns false when there is none. */
  boolean plan(InboxId id, PublicKey sender, int about) {
    boolean hasSpace = hasSpaceFor(id, sender);
    if (hasSpace) {
      int space = Math.min(share(id, sender, about) - used(sender), mostBytes - bytes);
      put(id, sender, Math.min(about, space));
    }
    return hasSpace;
  }

  /** Takes an item into the digest, cut if necessary; returns empty when it has to wait. */
  Optional<DigestItem> take(InboxId id, PublicKey sender, DigestItem item) {
    if (!hasSpaceFor(id, sender)) {
      return Optional.empty();
    }
    boolean isFirst = used(sender) == 0;
    int share = share(id, sender, item.bytes());
    int space = Math.min(share - used(sender), mostBytes - bytes);
    // Cut to the share at most, not to the rest of it: an item that is merely late comes whole next
    // time.
    DigestItem shown = isFirst ? item.within(share) : item;
    int size = shown.bytes();
    if (size > space && items > 0) {
      return Optional.empty();
    }
    put(id, sender, size);
    return Optional.of(shown);
  }

  private void put(InboxId id, PublicKey sender, int size) {
    used.merge(sender, size, Integer::sum);
    items++;
    bytes += size;
    isClosed = memory.alone(id) > 0;
  }

  private int used(PublicKey sender) {
    return used.getOrDefault(sender, 0);
  }

  /**
   * Returns the share of an item of this size: half as much after each time that it failed alone.
   */
  private int share(InboxId id, PublicKey sender, int size) {
    int alone = memory.alone(id);
    return alone == 0
        ? share(sender)
        : Math.max(LEAST_BYTES, Math.min(share(sender), size) >> alone);
  }

  private int share(PublicKey sender) {
    int half = mostBytes / 2;
    return peers.isStranger(sender) ? Math.min(strangerBytes, half) : half;
  }
}
