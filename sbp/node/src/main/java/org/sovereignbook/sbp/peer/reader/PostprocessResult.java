package org.sovereignbook.sbp.peer.reader;

import java.util.Optional;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of reader-postprocess.
 *
 * @param items inbox entries that are finished
 * @param executed decisions carried out
 * @param refused decisions that the digest does not allow
 * @param waiting whether there is a digest, but no usable decisions on it: nothing changed, and the
 *     step failed
 * @param waitingFor why everything was left for a later run, if it was
 */
public record PostprocessResult(
    int items, int executed, int refused, boolean waiting, Optional<String> waitingFor)
    implements StepResult {

  public static PostprocessResult nothing() {
    return new PostprocessResult(0, 0, 0, false, Optional.empty());
  }

  public static PostprocessResult waiting(int items, String reason) {
    return new PostprocessResult(items, 0, 0, true, Optional.of(reason));
  }

  /** Returns true without a digest, because there is nothing to decide. */
  @Override
  public boolean idle() {
    return items == 0 && !waiting;
  }

  @Override
  public String summary() {
    if (waiting) {
      return waitingFor.get() + "; " + items + " items wait for a later run";
    }
    return idle()
        ? "nothing to do: there is no digest"
        : "finished %d items, executed %d decisions, refused %d"
            .formatted(items, executed, refused);
  }
}
