package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.health.Notice;

/**
 * A problem with a hook for its owner: it is not run, fails, or a run has an unknown outcome.
 *
 * @param what an id of the problem, the same as long as it lasts
 * @param text for people
 * @param remedy a command
 */
record HookTrouble(String hook, String what, String text, String remedy) {
  /** How long a run with an unknown outcome is reported. */
  private static final Duration DAY = Duration.ofDays(1);

  /** Returns all problems, by hook. Does nothing if no hook was ever accepted. */
  public static List<HookTrouble> all(Transaction tx) {
    List<HookTrouble> all = new ArrayList<>();
    if (tx.exists("SELECT 1 FROM hook LIMIT 1")) {
      Map<String, HookScript.Found> found = HookScript.all(tx.node());
      for (Hook hook : Hook.all(tx)) {
        ofScript(hook, Optional.ofNullable(found.get(hook.name()))).ifPresent(all::add);
        ofRuns(tx, hook).ifPresent(all::add);
        unknown(tx, hook).ifPresent(all::add);
      }
    }
    return List.copyOf(all);
  }

  private static Optional<HookTrouble> ofScript(Hook hook, Optional<HookScript.Found> found) {
    if (!hook.isEnabled()) {
      return Optional.empty();
    }
    if (found.isEmpty()) {
      return Optional.of(
          of(hook, "gone", "has no script in runtime/hooks any more", "remove " + hook.name()));
    }
    return switch (found.get()) {
      case HookScript.Found.Bad(String problem) ->
          Optional.of(of(hook, "broken", "cannot be read: " + problem, "list"));
      case HookScript.Found.Good(HookScript script) ->
          script.sha256().equals(hook.sha256())
              ? Optional.empty()
              : Optional.of(
                  of(
                      hook,
                      "changed:" + script.sha256(),
                      "has changed and does not run before you accept it",
                      "accept " + hook.name()));
    };
  }

  private static Optional<HookTrouble> ofRuns(Transaction tx, Hook hook) {
    if (!hook.isEnabled() || hook.errorsInRow() == 0) {
      return Optional.empty();
    }
    String times = Wording.counted(hook.errorsInRow(), "time") + " in a row";
    Optional<String> last =
        tx.first(
                "SELECT reason FROM hook_run WHERE hook = ? AND state IN ('failed', 'timeout',"
                    + " 'refused', 'denied') ORDER BY number DESC LIMIT 1",
                row -> row.maybeText(1),
                hook.name())
            .flatMap(reason -> reason);
    return Optional.of(
        of(
            hook,
            hook.openedMs().isPresent() ? "resting" : "failing",
            (hook.openedMs().isPresent() ? "rests: it failed " : "failed ")
                + times
                + last.map(why -> " (" + why + ")").orElse(""),
            "log " + hook.name()));
  }

  private static Optional<HookTrouble> unknown(Transaction tx, Hook hook) {
    return tx.first(
            "SELECT id FROM hook_run WHERE hook = ? AND state = 'unknown' AND ended_ms > ?"
                + " ORDER BY number DESC LIMIT 1",
            row -> row.text(1),
            hook.name(),
            tx.nowMs() - DAY.toMillis())
        .map(
            run ->
                of(
                    hook,
                    "unknown:" + run,
                    "died during a run; its effects outside this node are unknown",
                    "log " + hook.name()));
  }

  private static HookTrouble of(Hook hook, String what, String text, String command) {
    return new HookTrouble(
        hook.name(), what, "hook " + hook.name() + " " + text, "sbp hook " + command);
  }

  /** Returns all problems as those of the node's health. */
  static List<Health.Reason> reasons(Transaction tx) {
    return all(tx).stream()
        .map(one -> Health.attention("hooks", PeerText.plain(one.text()), one.remedy()))
        .toList();
  }

  /** Returns all problems as notices for the owner, each with an id among those of all hooks. */
  static List<Notice> notices(Transaction tx) {
    return all(tx).stream()
        .map(
            one ->
                new Notice(
                    Notice.Kind.HOOK,
                    one.hook() + " " + one.what(),
                    PeerText.plain(one.text()),
                    one.remedy()))
        .toList();
  }
}
