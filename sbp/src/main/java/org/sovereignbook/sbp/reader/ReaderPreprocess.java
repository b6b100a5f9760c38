package org.sovereignbook.sbp.reader;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-pre} (IMPLEMENTATION §3.3, Reader Pre-Processing Script): validates,
 * deduplicates and classifies the inbox into {@code operational/inbox-digest.json}, and deals with
 * all that needs no judgment. Makes one commit; a rerun neither loses nor doubles anything. Entries
 * that need judgment stay in the inbox until reader-post has executed the decisions on them.
 */
public final class ReaderPreprocess {
  static final String COMPONENT = "reader";

  /** Inbox entries looked at in one run; the rest waits for the next. */
  static final int MAX_ENTRIES_PER_RUN = 1_000;

  private final Node node;
  private final Store store;

  public ReaderPreprocess(Node node, Store store) {
    this.node = node;
    this.store = store;
  }

  /** Does the step; idle when nothing needs judgment. */
  public PreprocessResult run() {
    List<InboxId> pending = store.inbox().pending();
    Optional<Digest> digest = Digest.load(node);
    boolean decided = DecisionsFile.load(node) instanceof DecisionsFile.Decided;
    if (digest.isPresent() && !digest.get().envelopes().isEmpty() && decided) {
      int shown = digest.get().envelopes().size();
      return PreprocessResult.kept(shown, Math.max(0, pending.size() - shown));
    }
    PreprocessRun run = new PreprocessRun(node, store, ReaderConfig.from(node.config()));
    int looked = 0;
    while (looked < pending.size() && looked < MAX_ENTRIES_PER_RUN && run.hasRoom()) {
      run.process(pending.get(looked++));
    }
    PreprocessResult result = run.result(pending.size() - looked);
    ChangeSet changes = run.changes();
    writeDigest(changes, run, result);
    if (!changes.isEmpty()) {
      changes.log(LogFile.OPS, LogEntry.of(COMPONENT, node.now(), "pre: " + result.summary()));
      store.commit(changes);
    }
    return result;
  }

  /** A new digest makes decisions on an older one void. */
  private void writeDigest(ChangeSet changes, PreprocessRun run, PreprocessResult result) {
    NodeHome home = node.home();
    if (result.passed() > 0) {
      changes.add(Change.WriteFile.json(home.inboxDigest(), run.digest()));
    } else if (node.disk().exists(home.inboxDigest())) {
      changes.add(new Change.RemoveFile(home.inboxDigest()));
    }
    if (node.disk().exists(home.readerDecisions())) {
      changes
          .add(new Change.RemoveFile(home.readerDecisions()))
          .log(
              LogFile.OPS,
              LogEntry.error(COMPONENT, node.now(), "pre: removed decisions that fit no digest"));
    }
  }
}
