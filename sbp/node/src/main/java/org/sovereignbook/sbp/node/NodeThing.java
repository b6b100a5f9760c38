package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import org.sovereignbook.sbp.base.json.Words;

/**
 * A thing that a node makes once and must not lose unnoticed. Each is declared here, with its place
 * below the node directory and the meaning of its loss; {@link MadeThings} records which of them a
 * node has made.
 */
public enum NodeThing {
  CONFIGURATION(Kind.KEPT, "runtime/scheduler-config.json", "settings and limits"),
  KEY(Kind.KEPT, "runtime/identity/keypair.json", "the key that signs for this node"),
  IDENTITY(
      Kind.KEPT, "runtime/identity/identity.json", "the document by which peers know this node"),
  ETHOS(Kind.KEPT, "runtime/ethos.md", "what the agent is"),
  PROMPTS(Kind.KEPT, "runtime/agent-prompts", "the prompts of the models"),
  SCRIPTS(Kind.KEPT, "runtime/scripts", "the scripts that the tick runs"),
  PEERS(Kind.KEPT_IN_FILES, "runtime/peers.md", "peers with their trust, blocked ones too"),
  /** Its provider looks for it: a file, or the tables of a database. */
  STORE(Kind.PLACED, "runtime", "the node's whole state"),
  SOCIETY(
      Kind.PLACED, "runtime/society/society.db", "agents, tasks, mail and the trail of decisions"),
  MODEL_CALLS(
      Kind.KEPT, "runtime/operational/llm-ledger.jsonl", "what the models have used up today"),
  AUDIT_ENDS(
      Kind.REMADE, "runtime/operational/audit-ends.txt", "how far the trail of decisions went"),
  ACCESS(Kind.REMADE, "runtime/access", "policies; they stay in force as they were read last"),
  HOOKS(Kind.REMADE, "runtime/hooks", "the scripts of hooks"),
  ACCEPTED_HOOKS(Kind.REMADE, "runtime/operational/hooks", "copies of accepted hooks"),
  WEBHOOKS(Kind.REMADE, "runtime/webhooks", "webhooks with their secrets"),
  INBOX(Kind.REMADE_IN_FILES, "runtime/inbox", "messages that were accepted and not read yet"),
  OUTBOX(Kind.REMADE_IN_FILES, "runtime/outbox", "items that waited for delivery"),
  SENT(Kind.REMADE_IN_FILES, "runtime/sent", "delivered items"),
  CONTENT(Kind.REMADE_IN_FILES, "runtime/content", "pieces"),
  ENDORSEMENTS(Kind.REMADE_IN_FILES, "runtime/endorsements", "endorsements"),
  MESSAGES(Kind.REMADE_IN_FILES, "runtime/messages", "conversations"),
  PEER_IDENTITIES(
      Kind.REMADE_IN_FILES,
      "runtime/identity/peers",
      "the identity documents of peers, with the keys to which they committed"),
  SESSION_LOG(Kind.REMADE_IN_FILES, "runtime/session-log.md", "what the agent did"),
  OPERATIONS_LOG(Kind.REMADE_IN_FILES, "runtime/ops-log.md", "what the machine did"),
  SCHEDULER_STATE(
      Kind.REMADE_IN_FILES, "runtime/scheduler-state.json", "when each component ran; all are due"),
  SEEN_ENVELOPES(
      Kind.REMADE_IN_FILES,
      "runtime/operational/seen-envelopes",
      "which envelopes of the last 48 hours were read; those could be replayed"),
  DELIVERY_STATE("delivery-state", "which peers to be patient with"),
  NETWORK_STATE("network-state", "which peers know this node; some are told again"),
  SUBSCRIPTION_REQUESTS("subscription-requests", "which peers were asked; they are asked again"),
  RATE_LIMITS("rate-limit-state", "how much each sender has sent"),
  SEEN_HASHES("seen-hashes", "an index; maintenance makes it again"),
  REPLY_INDEX("reply-index", "an index; maintenance makes it again"),
  PIECE_INDEX("piece-index", "an index; maintenance makes it again"),
  ENDORSEMENT_INDEX("endorsement-index", "an index; maintenance makes it again");

  /** Treatment of a missing thing. */
  private enum Kind {
    /** Work that needs it stops until it is restored or its loss is accepted. */
    KEPT,
    /** Like {@link #KEPT}, where the node's state is stored in files. */
    KEPT_IN_FILES,
    /** Like {@link #KEPT}, in the place that the record names. */
    PLACED,
    /** The node continues, and makes it again. */
    REMADE,
    /** Like {@link #REMADE}, where the node's state is stored in files. */
    REMADE_IN_FILES
  }

  private final Kind kind;

  private final String path;

  private final String contents;

  NodeThing(Kind kind, String path, String contents) {
    this.kind = kind;
    this.path = path;
    this.contents = contents;
  }

  NodeThing(String document, String contents) {
    this(Kind.REMADE_IN_FILES, "runtime/operational/" + document + ".json", contents);
  }

  /** Returns the file or folder in a node. */
  public Path in(NodeHome home) {
    return home.root().resolve(path);
  }

  /** Returns the contents, for people. */
  public String contents() {
    return contents;
  }

  /** Returns whether the node makes it again by itself, so that its presence proves nothing. */
  public boolean isRemade() {
    return kind == Kind.REMADE || kind == Kind.REMADE_IN_FILES;
  }

  /** Returns whether it is a folder whose files are recorded by name. */
  boolean isToldByFile() {
    return this == ACCESS || this == WEBHOOKS;
  }

  /** Returns whether a file of this name counts in such a folder. */
  boolean isKeptFile(String name) {
    String endings = this == WEBHOOKS ? "json" : "yaml|yml";
    return name.matches("[^.].*\\.(" + endings + ")");
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
