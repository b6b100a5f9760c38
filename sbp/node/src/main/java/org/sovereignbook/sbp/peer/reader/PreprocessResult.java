package org.sovereignbook.sbp.peer.reader;

import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.node.Wording;

/**
 * Result of reader-preprocess.
 *
 * @param processed inbox entries looked at
 * @param rejected moved to {@code inbox/rejected/}
 * @param duplicates deleted, because the envelope or its content came before
 * @param autoHandled needed no judgment: acks, errors, peer lists, endorsements, blocked senders
 * @param passed items in the digest
 * @param waiting inbox entries left for the next run
 * @param kept whether the digest of an interrupted run was kept, because decisions on it wait
 */
public record PreprocessResult(
    int processed,
    int rejected,
    int duplicates,
    int autoHandled,
    int passed,
    int waiting,
    boolean kept)
    implements StepResult {

  public static PreprocessResult kept(int passed, int waiting) {
    return new PreprocessResult(0, 0, 0, 0, passed, waiting, true);
  }

  /** Returns true when there is nothing for the LLM to judge. */
  @Override
  public boolean idle() {
    return passed == 0 && !kept;
  }

  @Override
  public String summary() {
    return kept
        ? "kept the digest of "
            + Wording.counted(passed, "item")
            + ": decisions on it wait for reader-post"
        : "processed %d, rejected %d, duplicates %d, auto-handled %d, passed to the LLM %d"
            .formatted(processed, rejected, duplicates, autoHandled, passed);
  }
}
