package org.sovereignbook.sbp.store;

import java.util.List;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * The JSON documents that components keep beside the peer table. Each has one writer, whose room
 * defines its content; to a store it is any JSON object.
 */
public final class StateDocument {
  /** What deliver remembers beside the items. */
  public static final Keyed DELIVERY = operational("delivery-state");

  /** How fast endpoints answered lately. */
  public static final Keyed ANSWER_TIMES = operational("answer-times");

  /** Which subscribers what is sent to all did not reach. */
  public static final Keyed UNSERVED = operational("unserved-subscribers");

  /** What network remembers beside the peer table. */
  public static final Keyed NETWORK = operational("network-state");

  /** To whom our identity document went of late: {@link Announced}. */
  public static final Keyed RECIPROCATED_ANNOUNCES = operational("reciprocated-announces");

  /** Which messages wait for a piece that they point to. */
  public static final Keyed CONTENT_FETCHES = operational("content-fetches");

  /** What the reader's model has failed on, and how much it is shown next. */
  public static final Keyed READER_BATCHES = operational("reader-batches");

  /** What the reader has shared of late. */
  public static final Keyed RESHARES = operational("reshares");

  /** The candidates that peers named (CHOICES 7). */
  public static final Keyed DISCOVERY_QUEUE = operational("discovery-queue");

  /** When each component ran (IMPLEMENTATION §7). */
  public static final Keyed SCHEDULER =
      Collection.document("scheduler-state", "scheduler-state.json");

  /** The budgets of the server's senders. */
  public static final Keyed RATE_LIMITS = operational("rate-limit-state");

  /** What the server writes to see that it can; means nothing. */
  public static final Keyed WRITE_PROOF = operational("write-proof");

  /** How much strangers have made this node store, at most; see {@link StorageQuota}. */
  static final Keyed STRANGERS = operational("stored-by-strangers");

  /** All of them. */
  public static final List<Keyed> ALL =
      List.of(
          DELIVERY,
          ANSWER_TIMES,
          UNSERVED,
          NETWORK,
          RECIPROCATED_ANNOUNCES,
          CONTENT_FETCHES,
          READER_BATCHES,
          RESHARES,
          DISCOVERY_QUEUE,
          SCHEDULER,
          RATE_LIMITS,
          STRANGERS);

  private StateDocument() {}

  private static Keyed operational(String name) {
    return Collection.document(name, "operational/" + name + ".json");
  }
}
