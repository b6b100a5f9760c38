package org.sovereignbook.sbp.runtime.feature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
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
  private static final String OFF =
      "%1$s is off in this node; sbp plugin on %1$s && sbp inbox retry";
  private static final String INCOMPLETE =
      "the tables of %1$s could not be made or changed; sbp doctor";

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
        off(on).forEach(feature -> on.give(Gate.class, closed(feature, OFF)));
        each(features, on, feature -> give(on, feature, feature.gates(on)));
        each(features, on, feature -> give(on, feature, feature.lastGates(on)));
      }
      AtomicInteger sent = new AtomicInteger();
      if (sends) {
        each(features, on, feature -> run(feature, feature.beforeSending(), on, sent));
      }
      if (step.component().is(Component.Trait.FORGETS)) {
        List<Retention> retentions = new ArrayList<>(above);
        // Old rows of a feature that is off are removed, too.
        each(
            Features.of(on.node()).of(LedgerFeature.class),
            on,
            feature -> feature.retention().forEach(it -> retentions.add(withTables(feature, it))));
        retentions.forEach(each -> on.give(Retention.class, each));
      }
      StepResult result = step.work().on(on);
      if (sends) {
        each(features, on, feature -> run(feature, feature.afterSending(), on, sent));
      }
      return sent.get() > 0 ? result.with(sent.get()) : result;
    };
  }

  /**
   * Asks each feature; one that fails is logged, and the others are asked, unless no node can do
   * without it.
   */
  private static <F extends Feature> void each(
      List<F> features, StepContext on, Consumer<F> question) {
    for (F feature : features) {
      boolean _ =
          ItemFault.orElse(
              () -> {
                question.accept(feature);
                return true;
              },
              e -> failed(feature, on, e));
    }
  }

  private static boolean failed(Feature feature, StepContext on, RuntimeException e) {
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

  /** Gives the step gates of a feature, which is asked for nothing while it lacks its tables. */
  private static void give(StepContext on, NodeFeature feature, List<Gate> gates) {
    Gate closed = closed(feature, INCOMPLETE);
    for (Gate gate : gates) {
      on.give(
          Gate.class,
          (received, context) ->
              (isIncomplete(on, feature) ? closed : gate).judge(received, context));
    }
  }

  private static boolean isIncomplete(StepContext on, NodeFeature feature) {
    return !feature.tables().isEmpty()
        && on.society().filter(ledger -> !ledger.hasTables(feature)).isPresent();
  }

  private static Retention withTables(LedgerFeature feature, Retention retention) {
    return ledger -> ledger.hasTables(feature) ? retention.forget(ledger) : 0;
  }

  /** Returns the gate that sets aside what is for a feature that cannot have it now. */
  private static Gate closed(NodeFeature feature, String why) {
    return (received, _) ->
        takes(feature, received)
            ? new Gate.Result.PutAside("needs-feature: " + why.formatted(feature.name()))
            : Gate.pass();
  }

  /** Returns whether an envelope is for a feature; for none that fails. */
  private static boolean takes(NodeFeature feature, ReceivedEnvelope received) {
    return ItemFault.orElse(() -> feature.takes(received), _ -> false);
  }

  private static void run(
      NodeFeature feature, List<SocietyWork> works, StepContext on, AtomicInteger sent) {
    for (SocietyWork each : works) {
      on.withSociety(
          each.kind(),
          each.otherwise(),
          ledger -> {
            if (ledger.hasTables(feature)) {
              run(each.work(), ledger, on, sent);
            }
          });
    }
  }

  private static void run(
      SocietyWork.Work work, Ledger ledger, StepContext on, AtomicInteger sent) {
    if (work instanceof SocietyWork.SendingWork sending) {
      int _ = sent.addAndGet(sending.send(ledger, on.store()));
    } else {
      work.on(ledger, on.store());
    }
  }
}
