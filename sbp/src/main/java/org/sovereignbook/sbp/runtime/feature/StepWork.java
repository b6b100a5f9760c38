package org.sovereignbook.sbp.runtime.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.peer.step.StepContext;

/**
 * Connection of features, the society among them, with the steps. Steps are identified by their
 * traits, never by their classes, because an ejected step has its own class.
 */
public final class StepWork {
  private StepWork() {}

  /**
   * Returns the work of a step, built in or ejected, with the work of features before and after.
   *
   * @param above retention of packages above this one, run in maintenance
   */
  public static Step.Work of(Step step, List<Retention> above) {
    return on -> {
      Optional<ClockWatch.Leap> _ = new ClockWatch(on.node()).look();
      List<NodeFeature> features = Features.on(on.node()).of(NodeFeature.class);
      boolean sends = step.component().is(Component.Trait.SENDS);
      if (step.component().is(Component.Trait.READS_INBOX) && step.is(Step.Trait.BEFORE_AGENT)) {
        off(on).forEach(feature -> on.give(Gate.class, closed(feature)));
        features.forEach(feature -> feature.gates(on).forEach(gate -> on.give(Gate.class, gate)));
      }
      if (sends) {
        features.forEach(feature -> run(feature.beforeSending(), on));
      }
      if (step.component().is(Component.Trait.FORGETS)) {
        List<Retention> retentions = new ArrayList<>(above);
        features.forEach(feature -> retentions.addAll(feature.retention()));
        retentions.forEach(each -> on.give(Retention.class, each));
      }
      StepResult result = step.work().on(on);
      if (sends) {
        features.forEach(feature -> run(feature.afterSending(), on));
      }
      return result;
    };
  }

  private static Stream<NodeFeature> off(StepContext on) {
    List<Feature> those = Features.on(on.node()).all();
    return Features.of(on.node()).of(NodeFeature.class).stream()
        .filter(feature -> !those.contains(feature));
  }

  /** Returns the gate that sets aside what is for a feature that is off. */
  private static Gate closed(NodeFeature feature) {
    return (received, _) ->
        feature.takes(received)
            ? new Gate.Result.PutAside(
                "needs-feature: %1$s is off in this node; sbp plugin on %1$s && sbp inbox retry"
                    .formatted(feature.name()))
            : Gate.pass();
  }

  private static void run(List<SocietyWork> works, StepContext on) {
    for (SocietyWork each : works) {
      on.withSociety(each.kind(), each.otherwise(), ledger -> each.work().on(ledger, on.store()));
    }
  }
}
