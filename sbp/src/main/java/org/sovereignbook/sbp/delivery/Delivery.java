package org.sovereignbook.sbp.delivery;

import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/**
 * The delivery script (IMPLEMENTATION §3.2): fans content out to the subscribers, posts every other
 * item to its one recipient, retries what failed for a while, files what is done or given up, and
 * clears {@code outbox/failed/} of what is old.
 *
 * <p>Each recipient gets each item once, whatever crashes or times out: the time of an envelope is
 * stored before the envelope leaves, and while nobody knows whether it arrived, the next attempt
 * repeats it byte for byte, which its receiver answers as a duplicate (PROTOCOL §5.4). The caller
 * holds the node ({@code ExclusiveStore}).
 */
public final class Delivery {
  private final Node node;
  private final Store store;
  private final PeerClient client;

  public Delivery(Node node, Store store, PeerClient client) {
    this.node = node;
    this.store = store;
    this.client = client;
  }

  /** As {@link #run(boolean, DeliveryProgress)}, watched by nobody. */
  public DeliveryResult run(boolean now) throws InterruptedException {
    return run(now, DeliveryProgress.NONE);
  }

  /**
   * Delivers what is due.
   *
   * @param now whether to try at once what is backing off
   * @throws InterruptedException when the thread was interrupted; what is known by then is stored
   */
  public DeliveryResult run(boolean now, DeliveryProgress progress) throws InterruptedException {
    return DeliveryRun.of(node, store, client, now, progress).run();
  }
}
