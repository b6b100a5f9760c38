package org.sovereignbook.sbp.node;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/**
 * Paths of a node's files (IMPLEMENTATION §5). Nothing here touches the disk.
 *
 * @param root the node directory, which contains {@code runtime/}; absolute
 */
public record NodeHome(Path root) {
  /** The environment variable that names it. */
  public static final String VARIABLE = "SBP_HOME";

  /** Set to 1 it accepts what a node from elsewhere would run, as in a container. */
  public static final String ACCEPT_VARIABLE = "SBP_ACCEPT_PROGRAMS";

  public NodeHome {
    root = root.toAbsolutePath().normalize();
    requirePlain(root);
  }

  /**
   * Refuses control characters, because paths become lines of units, crontabs, scripts and logs.
   *
   * @throws InvalidPathException when the path contains one
   */
  public static void requirePlain(Path path) {
    if (path.toString().codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidPathException(path.toString(), "it holds a control character");
    }
  }

  public Path runtime() {
    return root.resolve("runtime");
  }

  /** Stands while {@code sbp init} runs, and stays when it was interrupted. */
  public Path initMarker() {
    return runtime().resolve("init-in-progress.json");
  }

  public Path specBundle() {
    return root.resolve("spec.bundle");
  }

  /** Starts the program for this node, wherever it is. */
  public Path launcher() {
    return root.resolve("sbp");
  }

  /** The places of a team's file; the first one that exists counts. */
  public List<Path> teamFiles() {
    return Stream.of("team.yaml", "agents.yaml", "config/agents.yaml").map(root::resolve).toList();
  }

  public Path handoffReport() {
    return root.resolve("HANDOFF-REPORT.md");
  }

  public Path keypair() {
    return NodeThing.KEY.in(this);
  }

  public Path nextKeypair() {
    return runtime().resolve("identity/next-keypair.json");
  }

  public Path identity() {
    return NodeThing.IDENTITY.in(this);
  }

  /** Returns the folder of the key pairs that were in use before, one file a fingerprint. */
  public Path retiredKeys() {
    return runtime().resolve("identity/retired");
  }

  /** Returns the file of the last identity document under a key that was in use before. */
  public Path formerIdentity(PublicKey key) {
    return runtime().resolve("identity/former").resolve(key + ".json");
  }

  public Path ethos() {
    return NodeThing.ETHOS.in(this);
  }

  /** Returns the folder of earlier versions of the ethos, one file a time. */
  public Path ethosArchive() {
    return runtime().resolve("ethos-archive");
  }

  /** Returns the operator's waiting request for the ethos. */
  public Path ethosRequest() {
    return operational().resolve("ethos-request.json");
  }

  public Path peers() {
    return NodeThing.PEERS.in(this);
  }

  public Path inbox() {
    return NodeThing.INBOX.in(this);
  }

  public Path outbox() {
    return NodeThing.OUTBOX.in(this);
  }

  public Path sent() {
    return NodeThing.SENT.in(this);
  }

  public Path sessionLog() {
    return NodeThing.SESSION_LOG.in(this);
  }

  public Path opsLog() {
    return NodeThing.OPERATIONS_LOG.in(this);
  }

  public Path status() {
    return runtime().resolve("status.md");
  }

  public Path schedulerState() {
    return NodeThing.SCHEDULER_STATE.in(this);
  }

  public Path schedulerConfig() {
    return NodeThing.CONFIGURATION.in(this);
  }

  /** Returns the file by which the server finds the process for public routes of features. */
  public Path featureRoutes() {
    return operational().resolve("feature-routes.json");
  }

  public Path operational() {
    return runtime().resolve("operational");
  }

  public Path inboxDigest() {
    return operational().resolve("inbox-digest.json");
  }

  public Path readerDecisions() {
    return operational().resolve("reader-decisions.json");
  }

  public Path authorOutput() {
    return operational().resolve("author-output");
  }

  /** Returns the journal with the changes of an unfinished commit (see the store). */
  public Path journal() {
    return operational().resolve("journal.json");
  }

  /** Returns the folder of the journals of files that were created and not yet synced. */
  public Path intake() {
    return operational().resolve("intake");
  }

  /** Returns the database of the node's society, unless that is elsewhere. */
  public Path society() {
    return NodeThing.SOCIETY.in(this);
  }

  /** Returns the folder of the operator's policies, one or more in each file. */
  public Path access() {
    return NodeThing.ACCESS.in(this);
  }

  /** Returns the file of the policies that are in force, as they were read. */
  public Path policySet() {
    return operational().resolve("access-policies.json");
  }

  /** Returns the record of what the node has made. */
  public Path madeThings() {
    return runtime().resolve("made.json");
  }

  /** Returns the file of the audit trail's ends. */
  public Path auditEnds() {
    return NodeThing.AUDIT_ENDS.in(this);
  }

  /** Returns the file of the audit trail's ends when the node last signed them. */
  public Path auditEndsSigned() {
    return runtime().resolve("identity/audit-ends.txt");
  }

  /** Returns the file of all calls to a model, before and after, one JSON object a line. */
  public Path llmLedger() {
    return NodeThing.MODEL_CALLS.in(this);
  }

  /** Returns the file with the time of the node's last look at the clock, and its last leap. */
  Path clock() {
    return operational().resolve("clock.json");
  }

  /** Returns the file of the notices to the node's owner. */
  public Path notices() {
    return operational().resolve("notices.json");
  }

  /** Returns the file in which earlier versions kept the notices that they had sent. */
  public Path alerts() {
    return operational().resolve("alerts.json");
  }

  /** Returns the archive of the ledger's old lines, one a month, such as 2026-03. */
  public Path llmLedgerArchive(String month) {
    return operational().resolve("llm-ledger-archive-" + month + ".jsonl");
  }

  public Path agentPrompts() {
    return NodeThing.PROMPTS.in(this);
  }

  public Path scripts() {
    return NodeThing.SCRIPTS.in(this);
  }

  public Path lib() {
    return runtime().resolve("lib");
  }

  public Path plugins() {
    return runtime().resolve("plugins");
  }

  /** Returns the folder of the operator's Markdown drafts, which the built-in author publishes. */
  public Path drafts() {
    return runtime().resolve("drafts");
  }

  public Path draftsPublished() {
    return drafts().resolve("published");
  }
}
