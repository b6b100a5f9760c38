package org.sovereignbook.sbp.runtime.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ItemFault;

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
        each(features, on, feature -> feature.gates(on).forEach(it -> on.give(Gate.class, it)));
        each(features, on, feature -> feature.lastGates(on).forEach(it -> on.give(Gate.class, it)));
      }
      if (sends) {
        each(features, on, feature -> run(feature.beforeSending(), on));
      }
      if (step.component().is(Component.Trait.FORGETS)) {
        List<Retention> retentions = new ArrayList<>(above);
        each(features, on, feature -> retentions.addAll(feature.retention()));
        retentions.forEach(each -> on.give(Retention.class, each));
      }
      StepResult result = step.work().on(on);
      if (sends) {
        each(features, on, feature -> run(feature.afterSending(), on));
      }
      return result;
    };
  }

  /**
   * Asks each feature; one that fails is logged, and the others are asked, unless no node can do
   * without it.
   */
  private static void each(
      List<NodeFeature> features, StepContext on, Consumer<NodeFeature> question) {
    for (NodeFeature feature : features) {
      boolean _ =
          ItemFault.orElse(
              () -> {
                question.accept(feature);
                return true;
              },
              e -> failed(feature, on, e));
    }
  }

  private static boolean failed(NodeFeature feature, StepContext on, RuntimeException e) {
    if (!feature.isOptional()) {
      throw e;
    }
    String text =
        "the feature %s takes no part in this step: %s"
            .formatted(feature.name(), PeerText.plain(String.valueOf(e.getMessage())));
    on.store()
        .commit(
            new ChangeSet().emit(Event.of("features", "failed", on.node().now(), text).asError()));
    return false;
  }

  private static Stream<NodeFeature> off(StepContext on) {
    List<Feature> those = Features.on(on.node()).all();
    return Features.of(on.node()).of(NodeFeature.class).stream()
        .filter(feature -> !those.contains(feature));
  }

  /** Returns the gate that sets aside what is for a feature that is off. */
  private static Gate closed(NodeFeature feature) {
    return (received, _) ->
        takes(feature, received)
            ? new Gate.Result.PutAside(
                "needs-feature: %1$s is off in this node; sbp plugin on %1$s && sbp inbox retry"
                    .formatted(feature.name()))
            : Gate.pass();
  }

  /** Returns whether an envelope is for a feature; for none that fails, which is off after all. */
  private static boolean takes(NodeFeature feature, ReceivedEnvelope received) {
    return ItemFault.orElse(() -> feature.takes(received), _ -> false);
  }

  private static void run(List<SocietyWork> works, StepContext on) {
    for (SocietyWork each : works) {
      on.withSociety(each.kind(), each.otherwise(), ledger -> each.work().on(ledger, on.store()));
    }
  }
}
