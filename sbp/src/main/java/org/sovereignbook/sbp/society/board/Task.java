package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A task as it is shown to people and programs.
 *
 * @param title empty once it was erased
 * @param ready whether a worker may claim it now
 * @param worker the name of its present or last worker
 * @param leaseUntil when the present claim ends
 * @param reviewers names of the reviewers of every attempt, and of those asked about this attempt
 * @param flags {@code nobody_has_role}, {@code nobody_has_reputation}, {@code review_failed},
 *     {@code timeout_recovered:claimed}, {@code failed:WHY}
 * @param number its place in the order of adding
 * @param principal on whose behalf it is done, and under which authority
 */
@Shape.Def("task")
public record Task(
    String id,
    String title,
    Optional<String> description,
    TaskState state,
    boolean ready,
    int priority,
    List<String> labels,
    List<String> blockedBy,
    Optional<String> requiredRole,
    int minReputation,
    Optional<String> parent,
    Optional<Timestamp> deadline,
    boolean keepWaiting,
    List<String> reviewers,
    int attempt,
    long fence,
    Optional<String> worker,
    Optional<Timestamp> leaseUntil,
    List<String> flags,
    Timestamp createdAt,
    Optional<Timestamp> finishedAt,
    Principal principal,
    String authority,
    @Shape.Hidden long number) {
  /** The flag of a task whose required role no active agent has by its name. */
  public static final String NOBODY_HAS_ROLE = "nobody_has_role";

  /** The flag of a task that requires more reputation than any agent has. */
  public static final String NOBODY_HAS_REPUTATION = "nobody_has_reputation";
}
