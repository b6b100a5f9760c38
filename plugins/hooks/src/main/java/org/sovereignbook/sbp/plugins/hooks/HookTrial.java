package org.sovereignbook.sbp.plugins.hooks;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.society.hooks.HookFeature;

/** Trial of hooks on a past event. Their answers are not executed. */
record HookTrial(Ledger ledger, HookPrograms programs, StoredEvent event) {
  /** An invalid token: without any token the caller would be the owner. */
  private static final String NO_TOKEN = "none";

  /**
   * A script's answer in a trial.
   *
   * @param problem why it is not valid
   */
  public record Answer(Optional<String> printed, Optional<String> problem) {}

  /** Returns why the hook is not triggered by the event; empty when it is. */
  public Optional<String> mismatch(HookScript.Found found) {
    return switch (found) {
      case HookScript.Found.Bad(String problem) -> Optional.of(problem);
      case HookScript.Found.Good(HookScript script) ->
          ledger.read(
              tx ->
                  script.declaration().triggers().mismatch(new EventActors(tx).occurrence(event)));
    };
  }

  /** Runs the script. */
  public Answer run(HookScript.Found found) throws InterruptedException {
    if (!(found instanceof HookScript.Found.Good(HookScript script))) {
      return new Answer(Optional.empty(), mismatch(found));
    }
    Optional<String> problem = programs.compile(script);
    if (problem.isPresent()) {
      return new Answer(Optional.empty(), problem);
    }
    HookPrograms.ProgramEnd outcome =
        programs.run(
            script,
            "test-" + ledger.node().randomId(),
            NO_TOKEN,
            script.declaration().secrets(),
            ledger
                .read(tx -> HookRuns.trial(tx, script, event))
                .json(
                    ledger.node().now(),
                    AccessSettings.zone(ledger.node().config()).getId(),
                    Optional.empty(),
                    true),
            script.declaration().limit(ledger.node().config()),
            ledger.node().config().get(HooksSettings.MAX_OUTPUT));
    return switch (outcome) {
      case HookPrograms.ProgramEnd.Failed(_, String why) ->
          new Answer(Optional.empty(), Optional.of(why));
      case HookPrograms.ProgramEnd.Printed(byte[] printed) ->
          checked(printed, HookFeature.actions(ledger.node()).keySet());
    };
  }

  private static Answer checked(byte[] printed, Set<String> ofFeatures) {
    Optional<String> text = Optional.of(new String(printed, StandardCharsets.UTF_8));
    try {
      HookAnswer _ = HookAnswer.read(printed, ofFeatures);
      return new Answer(text, Optional.empty());
    } catch (IllegalArgumentException e) {
      return new Answer(text, Optional.of(String.valueOf(e.getMessage())));
    }
  }
}
