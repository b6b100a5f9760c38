package org.sovereignbook.sbp.peer.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of one run of maintenance.
 *
 * @param archivedLines log lines that moved to an archive
 * @param archivedFolders folders of {@code sent/} that moved to {@code sent-archive/}
 * @param removedFiles old envelopes of {@code inbox/processed/} and {@code inbox/rejected/}
 * @param removedTemporaries temporary files left by crashes
 * @param commit the new commit of the node's history, if there is one
 * @param errors the errors, which are in ops-log.md too. The other work was done
 */
record MaintenanceResult(
    int archivedLines,
    int archivedFolders,
    int removedFiles,
    int removedTemporaries,
    Optional<String> commit,
    List<String> errors,
    StatusReport status)
    implements StepResult {

  MaintenanceResult {
    errors = List.copyOf(errors);
  }

  /** Returns false, because the indexes and the status are always rewritten. */
  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public String summary() {
    List<String> parts = new ArrayList<>(List.of("indexes rebuilt", "status.md written"));
    addIfAny(parts, archivedLines, "log lines archived");
    addIfAny(parts, archivedFolders, "days of sent/ archived");
    addIfAny(parts, removedFiles, "old envelopes removed");
    addIfAny(parts, removedTemporaries, "temporary files removed");
    commit.ifPresent(id -> parts.add("history committed as " + id));
    errors.forEach(error -> parts.add("error: " + error));
    return String.join(", ", parts);
  }

  private static void addIfAny(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
