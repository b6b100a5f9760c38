package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.function.Function;
import org.sovereignbook.sbp.json.Words;

/**
 * A thing that a node makes once and must not lose unnoticed. Each is declared here, with its place
 * and the meaning of its loss; {@link MadeThings} records which of them a node has made.
 */
public enum NodeThing {
  CONFIGURATION(Kind.KEPT, NodeHome::schedulerConfig, "settings and limits"),
  KEY(Kind.KEPT, NodeHome::keypair, "the key that signs for this node"),
  IDENTITY(Kind.KEPT, NodeHome::identity, "the document by which peers know this node"),
  ETHOS(Kind.KEPT, NodeHome::ethos, "what the agent is"),
  PROMPTS(Kind.KEPT, NodeHome::agentPrompts, "the prompts of the models"),
  SCRIPTS(Kind.KEPT, NodeHome::scripts, "the scripts that the tick runs"),
  PEERS(Kind.KEPT_IN_FILES, NodeHome::peers, "peers with their trust, blocked ones too"),
  /** Its provider looks for it: a file, or the tables of a database. */
  STORE(Kind.PLACED, NodeHome::runtime, "the node's whole state"),
  SOCIETY(Kind.PLACED, NodeHome::society, "agents, tasks, mail and the trail of decisions"),
  MODEL_CALLS(Kind.KEPT, NodeHome::llmLedger, "what the models have used up today"),
  AUDIT_ENDS(Kind.REMADE, NodeHome::auditEnds, "how far the trail of decisions went"),
  ACCESS(Kind.REMADE, NodeHome::access, "the policies; the program's own are in force"),
  HOOKS(Kind.REMADE, home -> home.runtime().resolve("hooks"), "the scripts of hooks"),
  ACCEPTED_HOOKS(
      Kind.REMADE, home -> home.operational().resolve("hooks"), "copies of accepted hooks"),
  WEBHOOKS(Kind.REMADE, home -> home.runtime().resolve("webhooks"), "webhooks with their secrets"),
  INBOX(Kind.REMADE_IN_FILES, NodeHome::inbox, "messages that were accepted and not read yet"),
  OUTBOX(Kind.REMADE_IN_FILES, NodeHome::outbox, "items that waited for delivery"),
  SENT(Kind.REMADE_IN_FILES, NodeHome::sent, "delivered items"),
  CONTENT(Kind.REMADE_IN_FILES, home -> home.runtime().resolve("content"), "pieces"),
  ENDORSEMENTS(
      Kind.REMADE_IN_FILES, home -> home.runtime().resolve("endorsements"), "endorsements"),
  MESSAGES(Kind.REMADE_IN_FILES, home -> home.runtime().resolve("messages"), "conversations"),
  PEER_IDENTITIES(
      Kind.REMADE_IN_FILES,
      home -> home.runtime().resolve("identity/peers"),
      "the identity documents of peers, with the keys to which they committed"),
  SESSION_LOG(Kind.REMADE_IN_FILES, NodeHome::sessionLog, "what the agent did"),
  OPERATIONS_LOG(Kind.REMADE_IN_FILES, NodeHome::opsLog, "what the machine did"),
  SCHEDULER_STATE(
      Kind.REMADE_IN_FILES, NodeHome::schedulerState, "when each component ran; all are due"),
  SEEN_ENVELOPES(
      Kind.REMADE_IN_FILES,
      home -> home.operational().resolve("seen-envelopes"),
      "which envelopes of the last 48 hours were read; those could be replayed"),
  DELIVERY_STATE("delivery-state", "which peers to be patient with"),
  NETWORK_STATE("network-state", "which peers know this node; some are told again"),
  SUBSCRIPTION_REQUESTS("subscription-requests", "which peers were asked; they are asked again"),
  RATE_LIMITS("rate-limit-state", "how much each sender has sent"),
  SEEN_HASHES("seen-hashes", "an index; maintenance makes it again"),
  REPLY_INDEX("reply-index", "an index; maintenance makes it again"),
  PIECE_INDEX("piece-index", "an index; maintenance makes it again"),
  ENDORSEMENT_INDEX("endorsement-index", "an index; maintenance makes it again");

  /** What becomes of a missing thing. */
  private enum Kind {
    /** What needs it stops until it is put back or its loss is accepted. */
    KEPT,
    /** As {@link #KEPT}, where the node's state is kept in files. */
    KEPT_IN_FILES,
    /** As {@link #KEPT}, in the place that the record names. */
    PLACED,
    /** The node goes on, and makes it again. */
    REMADE,
    /** As {@link #REMADE}, where the node's state is kept in files. */
    REMADE_IN_FILES
  }

  private final Kind kind;

  @SuppressWarnings(
      "ImmutableEnumChecker") // References to methods of NodeHome, which hold nothing.
  private final Function<NodeHome, Path> path;

  private final String held;

  NodeThing(Kind kind, Function<NodeHome, Path> path, String held) {
    this.kind = kind;
    this.path = path;
    this.held = held;
  }

  NodeThing(String document, String held) {
    this(Kind.REMADE_IN_FILES, home -> home.operational().resolve(document + ".json"), held);
  }

  /** Returns the file or folder in a node. */
  public Path in(NodeHome home) {
    return path.apply(home);
  }

  /** Returns the contents, for people. */
  public String held() {
    return held;
  }

  /** Returns whether the node makes it again by itself, so that its presence proves nothing. */
  public boolean isRemade() {
    return kind == Kind.REMADE || kind == Kind.REMADE_IN_FILES;
  }

  /** Returns whether it is a file only where the node's state is kept in files. */
  boolean isOfFileStore() {
    return kind == Kind.KEPT_IN_FILES || kind == Kind.REMADE_IN_FILES;
  }

  /** Returns whether it may be elsewhere than in the node's folder. */
  boolean isPlaced() {
    return kind == Kind.PLACED;
  }

  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
