package org.sovereignbook.sbp.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Step;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-post} (IMPLEMENTATION §3.3, Reader Post-Processing Script): executes what
 * the digest allows of {@code operational/reader-decisions.json}, files the content, archives the
 * inbox entries. Makes one commit; without usable decisions it changes nothing but the ops-log.
 */
public final class ReaderPostprocess {
  public static final Step STEP =
      new Step(
          Component.READER,
          "reader-post",
          "reader-postprocess",
          "carry out the reader's decisions",
          "checks and carries out the reader's decisions",
          Set.of(),
          List.of(ReaderPostprocess.class, ReaderRules.class, PostprocessRun.class),
          on -> new ReaderPostprocess(on.node(), on.store()).run());

  static final String COMPONENT = "reader";

  private final Node node;
  private final Store store;

  public ReaderPostprocess(Node node, Store store) {
    this.node = node;
    this.store = store;
  }

  /** Does the step; idle without a digest, waiting without usable decisions. */
  public PostprocessResult run() {
    Optional<Digest> digest = Digest.load(node);
    if (digest.isEmpty()) {
      return node.disk().exists(node.home().inboxDigest())
          ? wait(0, "inbox-digest.json is unreadable: run sbp reader-pre")
          : PostprocessResult.nothing();
    }
    int shown = digest.get().envelopes().size();
    return switch (DecisionsFile.load(node)) {
      case DecisionsFile.Missing() ->
          PostprocessResult.waiting(shown, "reader-decisions.json is missing");
      case DecisionsFile.Unreadable(String why) ->
          wait(shown, "reader-decisions.json is unreadable: " + why);
      case DecisionsFile.Decided readable -> execute(digest.get(), readable);
    };
  }

  private PostprocessResult execute(Digest digest, DecisionsFile.Decided decisions) {
    PostprocessRun run = new PostprocessRun(node, store, ReaderSettings.ALL.checked(node.config()));
    run.open(digest);
    run.execute(decisions);
    store.commit(run.finish());
    return run.result();
  }

  private PostprocessResult wait(int items, String reason) {
    store.commit(
        new ChangeSet().log(LogFile.OPS, LogEntry.error(COMPONENT, node.now(), "post: " + reason)));
    return PostprocessResult.waiting(items, reason);
  }
}
