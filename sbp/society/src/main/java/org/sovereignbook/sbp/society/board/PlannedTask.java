package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A task to be added: an entry of a plan, or one command.
 *
 * @param key its name within the plan, by which other entries refer to it
 * @param blockedBy keys of the plan, or ids of existing tasks
 * @param parent a key of the plan, or the id of an existing task
 * @param deadline when its result must be submitted
 * @param keepWaiting whether it keeps waiting for a failed blocker, which may be retried
 * @param reviewers names of agents, or {@code owner}
 */
@Shape.Def("planned_task")
public record PlannedTask(
    Optional<String> key,
    String title,
    Optional<String> description,
    Optional<List<String>> blockedBy,
    Optional<Integer> priority,
    Optional<List<String>> labels,
    Optional<String> requiredRole,
    Optional<Integer> minReputation,
    Optional<String> parent,
    Optional<Timestamp> deadline,
    Optional<Boolean> keepWaiting,
    Optional<List<String>> reviewers) {

  public static final int MAX_TITLE_CHARACTERS = 200;
  public static final int MAX_PRIORITY = 1_000;
  private static final int MAX_NAMES = 20;
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9._:/-]{0,39}");
  private static final Pattern ROLE =
      Pattern.compile("(?:[a-z0-9]{1,10}:)?[a-z0-9][a-z0-9_-]{0,39}");

  public PlannedTask {
    require(
        !title.isBlank() && title.length() <= MAX_TITLE_CHARACTERS && title.lines().count() == 1,
        "a title is one line of at most " + MAX_TITLE_CHARACTERS + " characters");
    require(
        key.isEmpty() || KEY.matcher(key.get()).matches(),
        "a key is at most 60 letters, digits, dots, hyphens and underscores");
    require(
        Math.abs(priority.orElse(0)) <= MAX_PRIORITY,
        "a priority is from -" + MAX_PRIORITY + " to " + MAX_PRIORITY);
    int reputation = minReputation.orElse(0);
    require(
        reputation >= 0 && reputation <= ReviewGate.BEST,
        "a reputation is from 0 to " + ReviewGate.BEST);
    require(
        requiredRole.isEmpty() || ROLE.matcher(requiredRole.get()).matches(),
        "a role is at most 40 small letters, digits and hyphens");
    List<String> all = labels.orElse(List.of());
    require(
        all.size() <= MAX_NAMES && all.stream().allMatch(PlannedTask::isLabel),
        "there are at most " + MAX_NAMES + " labels, each at most 40 small letters and digits");
    require(reviewers.orElse(List.of()).size() <= MAX_NAMES, "there are at most 20 reviewers");
  }

  private static void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Returns a task with a title and nothing else. */
  public static PlannedTask titled(String title) {
    return with(title).build();
  }

  /** Returns a copy with other texts. */
  public PlannedTask saying(String otherTitle, Optional<String> otherDescription) {
    return new PlannedTask(
        key,
        otherTitle,
        otherDescription,
        blockedBy,
        priority,
        labels,
        requiredRole,
        minReputation,
        parent,
        deadline,
        keepWaiting,
        reviewers);
  }

  /** Begins a task with a title; what is not set is absent. */
  public static Builder with(String title) {
    return new Builder(title);
  }

  /** Builder of a task from some of its members. Not thread-safe. */
  public static final class Builder {
    private final String title;
    private Optional<String> key = Optional.empty();
    private Optional<String> description = Optional.empty();
    private Optional<List<String>> blockedBy = Optional.empty();
    private Optional<Integer> priority = Optional.empty();
    private Optional<List<String>> labels = Optional.empty();
    private Optional<String> requiredRole = Optional.empty();
    private Optional<String> parent = Optional.empty();
    private Optional<Timestamp> deadline = Optional.empty();
    private Optional<Integer> minReputation = Optional.empty();
    private Optional<Boolean> keepWaiting = Optional.empty();
    private Optional<List<String>> reviewers = Optional.empty();

    private Builder(String title) {
      this.title = title;
    }

    public Builder key(String name) {
      key = Optional.of(name);
      return this;
    }

    public Builder description(Optional<String> text) {
      description = text;
      return this;
    }

    public Builder blockedBy(Optional<List<String>> blockers) {
      blockedBy = blockers;
      return this;
    }

    public Builder priority(Optional<Integer> number) {
      priority = number;
      return this;
    }

    public Builder labels(Optional<List<String>> names) {
      labels = names;
      return this;
    }

    public Builder requiredRole(Optional<String> role) {
      requiredRole = role;
      return this;
    }

    public Builder parent(String id) {
      parent = Optional.of(id);
      return this;
    }

    public Builder deadline(Timestamp time) {
      deadline = Optional.of(time);
      return this;
    }

    public Builder minReputation(int reputation) {
      minReputation = Optional.of(reputation);
      return this;
    }

    public Builder keepWaiting(boolean waits) {
      keepWaiting = Optional.of(waits);
      return this;
    }

    public Builder reviewers(List<String> names) {
      reviewers = Optional.of(names);
      return this;
    }

    /**
     * Makes the task.
     *
     * @throws IllegalArgumentException when a member is out of its limits
     */
    public PlannedTask build() {
      return new PlannedTask(
          key,
          title,
          description,
          blockedBy,
          priority,
          labels,
          requiredRole,
          minReputation,
          parent,
          deadline,
          keepWaiting,
          reviewers);
    }
  }

  /** Returns whether a text is the label of a task. */
  public static boolean isLabel(String text) {
    return LABEL.matcher(text).matches();
  }

  List<String> blockers() {
    return blockedBy.orElse(List.of()).stream().distinct().toList();
  }
}
