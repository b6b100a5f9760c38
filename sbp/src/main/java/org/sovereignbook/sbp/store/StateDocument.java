package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * The JSON documents that components keep beside the peer table. Each has one writer, whose room
 * defines its content; to a store it is any JSON object.
 */
public enum StateDocument {
  /** What deliver remembers beside the items. */
  DELIVERY("delivery-state"),
  /** What network remembers beside the peer table. */
  NETWORK("network-state"),
  /** Whose announce the reader has answered of late. */
  RECIPROCATED_ANNOUNCES("reciprocated-announces"),
  /** The candidates that peers named (CHOICES 7). */
  DISCOVERY_QUEUE("discovery-queue"),
  /** When each component ran (IMPLEMENTATION §7). */
  SCHEDULER("scheduler-state"),
  /** The budgets of the server's senders. */
  RATE_LIMITS("rate-limit-state");

  private final String id;

  StateDocument(String id) {
    this.id = id;
  }

  /** A name for keys and file names: lower-case letters and dashes. */
  public String id() {
    return id;
  }

  /** Where it stands in the node directory when the files are the store. */
  public Path in(NodeHome home) {
    return switch (this) {
      case DELIVERY -> home.deliveryState();
      case NETWORK -> home.networkState();
      case RECIPROCATED_ANNOUNCES -> home.reciprocatedAnnounces();
      case DISCOVERY_QUEUE -> home.discoveryQueue();
      case SCHEDULER -> home.schedulerState();
      case RATE_LIMITS -> home.rateLimitState();
    };
  }

  /** The change that replaces the document. */
  public Change write(JsonObject json) {
    return new Change.WriteState(this, json);
  }
}
