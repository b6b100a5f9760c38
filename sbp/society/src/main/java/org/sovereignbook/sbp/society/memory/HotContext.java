package org.sovereignbook.sbp.society.memory;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Hot context of an entity (CORDELIA §3.2): what is loaded at the start of each session. Holds
 * integers and texts only, since it is hashed. Other members are refused.
 *
 * @param version of the form, 1
 * @param updatedAt when it was last changed
 * @param ephemeral the chain of sessions, and open threads
 * @param agent for agents only
 */
@Shape.Def("hot_context")
record HotContext(
    int version,
    String updatedAt,
    Identity identity,
    Active active,
    Prefs prefs,
    Delegation delegation,
    Optional<Ephemeral> ephemeral,
    Optional<AgentPart> agent) {

  /** Returns the whole path of a member, such as {@code active.focus} for {@code focus}. */
  static Optional<String> place(String member) {
    for (RecordComponent part : HotContext.class.getRecordComponents()) {
      if (part.getType().isRecord()) {
        for (RecordComponent below : part.getType().getRecordComponents()) {
          if (below.getName().equalsIgnoreCase(member.replace("_", ""))) {
            return Optional.of(part.getName() + "." + member);
          }
        }
      }
    }
    return Optional.empty();
  }

  record Identity(
      String id,
      String name,
      Optional<List<String>> roles,
      Optional<List<Org>> orgs,
      Optional<List<String>> keyRefs,
      Optional<List<String>> style,
      Optional<String> tz,
      Optional<String> githubId,
      Optional<String> email,
      Optional<List<String>> interests,
      Optional<List<String>> heroes) {}

  record Org(String id, String name, Optional<String> role) {}

  record Active(
      Optional<String> project,
      Optional<String> sprint,
      Optional<String> focus,
      Optional<List<String>> blockers,
      Optional<List<String>> next,
      Optional<List<String>> contextRefs,
      Optional<JsonObject> sprintPlan,
      Optional<List<String>> notes,
      Optional<SequencedMap<String, String>> contextBindings) {}

  enum PlanningMode {
    CRITICAL,
    IMPORTANT,
    OPTIONAL
  }

  enum FeedbackStyle {
    CONTINUOUS,
    BATCHED,
    END_OF_TASK
  }

  enum Verbosity {
    MINIMAL,
    CONCISE,
    DETAILED
  }

  record Prefs(
      Optional<PlanningMode> planningMode,
      Optional<FeedbackStyle> feedbackStyle,
      Optional<Verbosity> verbosity,
      Optional<Boolean> emoji,
      Optional<Boolean> proactiveSuggestions,
      Optional<Boolean> autoCommit) {}

  record Delegation(
      Optional<Boolean> allowed,
      Optional<Integer> maxParallel,
      Optional<List<String>> requireApproval,
      Optional<List<String>> autonomous) {}

  /**
   * Things that pass, with the chain of sessions.
   *
   * @param sessionCount absent before the first session has ended
   */
  record Ephemeral(
      Optional<Integer> sessionCount,
      Optional<String> currentSessionStart,
      Optional<String> lastSessionEnd,
      Optional<String> lastSummary,
      Optional<List<String>> openThreads,
      Optional<String> vessel,
      Optional<Integrity> integrity) {
    Ephemeral {
      if (sessionCount.filter(it -> it < 1).isPresent()) {
        throw new IllegalArgumentException("session_count is at least 1");
      }
    }
  }

  /**
   * Link of the chain of sessions.
   *
   * @param genesis when the chain began
   * @param hashAlg how the content is hashed: {@code rfc8785-sha256}
   */
  record Integrity(String chainHash, String previousHash, String genesis, String hashAlg) {}

  /**
   * An agent's own part. Its parent, type, capabilities and waiting events are added when it is
   * read, from where they are kept.
   */
  record AgentPart(Optional<Work> task, Optional<JsonObject> workingMemory) {}

  /**
   * Present work.
   *
   * @param progress 0 to 1000
   */
  record Work(
      Optional<String> goal,
      Optional<List<String>> context,
      Optional<Integer> progress,
      Optional<List<String>> findings) {
    Work {
      if (progress.filter(it -> it < 0 || it > 1_000).isPresent()) {
        throw new IllegalArgumentException("progress is 0 to 1000, in per mille");
      }
    }
  }
}
