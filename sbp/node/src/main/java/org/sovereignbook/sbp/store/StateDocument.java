package org.sovereignbook.sbp.store;

import java.util.List;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * JSON documents that components keep beside the peer table. Each has one writer, whose package
 * defines its content; to a store it is any JSON object.
 */
public final class StateDocument {
  /** State of deliver besides the items. */
  public static final Keyed DELIVERY = operational("delivery-state");

  /** Recent answer times of endpoints. */
  public static final Keyed ANSWER_TIMES = operational("answer-times");

  /** Subscribers that content for all did not reach. */
  public static final Keyed UNSERVED = operational("unserved-subscribers");

  /** State of network besides the peer table. */
  public static final Keyed NETWORK = operational("network-state");

  /** Recent announces of our identity document: {@link Announced}. */
  public static final Keyed RECIPROCATED_ANNOUNCES = operational("reciprocated-announces");

  /** Messages that wait for a piece that they refer to. */
  public static final Keyed CONTENT_FETCHES = operational("content-fetches");

  /** Messages that the reader's model has failed on, and the size of the next batch. */
  public static final Keyed READER_BATCHES = operational("reader-batches");

  /** Items that delivery has set aside in {@code outbox/failed/}, with the reasons. */
  public static final Keyed OUTBOX_ASIDES = operational("outbox-set-aside");

  /** Items that the last run of a step has left out, with the reasons. */
  public static final Keyed RUN_ASIDES = operational("run-set-aside");

  /** Recent shares of the reader. */
  public static final Keyed RESHARES = operational("reshares");

  /** The candidates that peers named (CHOICES 7). */
  public static final Keyed DISCOVERY_QUEUE = operational("discovery-queue");

  /** Time of each component's last run (IMPLEMENTATION §7). */
  public static final Keyed SCHEDULER =
      Collection.document("scheduler-state", "scheduler-state.json");

  /** The budgets of the server's senders. */
  public static final Keyed RATE_LIMITS = operational("rate-limit-state");

  /** Document that the server writes to prove that it can; its content has no meaning. */
  public static final Keyed WRITE_PROOF = operational("write-proof");

  /** Upper bound of data stored because of strangers; see {@link StorageQuota}. */
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
          OUTBOX_ASIDES,
          RUN_ASIDES,
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
