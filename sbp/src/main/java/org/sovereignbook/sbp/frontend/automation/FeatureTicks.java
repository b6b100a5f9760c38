package org.sovereignbook.sbp.frontend.automation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature.KeptProcess;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature.TickWork;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ItemFault;

/** The work of a node's features in one tick. A feature that fails costs its own part only. */
public final class FeatureTicks {
  private final Session session;
  private final Map<Feature, TickWork> works = new LinkedHashMap<>();

  public FeatureTicks(Session session, Node node) {
    this.session = session;
    for (AutomationFeature feature : on(node)) {
      ItemFault.orElse(
              () -> Optional.of(feature.tickWork(session, node)),
              failure -> {
                note(feature, failure);
                return Optional.<TickWork>empty();
              })
          .ifPresent(work -> works.put(feature, work));
    }
  }

  private static List<AutomationFeature> on(Node node) {
    return Features.on(node).of(AutomationFeature.class);
  }

  /** Returns whether a feature of the node may have something to do in a tick. */
  public static boolean isAny(Node node) {
    return on(node).stream().anyMatch(feature -> feature.isTicked(node));
  }

  /**
   * Returns the processes that features want beside the server now.
   *
   * @param failures receives a line for each feature that cannot say
   */
  public static List<KeptProcess> processes(Node node, Consumer<String> failures) {
    List<KeptProcess> all = new ArrayList<>();
    for (AutomationFeature feature : on(node)) {
      all.addAll(
          ItemFault.orElse(
              () -> feature.processes(node),
              failure -> {
                failures.accept(text(feature, failure));
                return List.of();
              }));
    }
    return all;
  }

  /** Returns how long the work of features may go on after a signal, also of those that are off. */
  public static Duration toFinish(Node node) {
    return Features.of(node).of(AutomationFeature.class).stream()
        .map(feature -> ItemFault.orElse(() -> feature.toFinish(node), _ -> Duration.ZERO))
        .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) < 0 ? other : one);
  }

  /** Does what is due of all features. */
  public void run() throws InterruptedException {
    for (Map.Entry<Feature, TickWork> each : works.entrySet()) {
      try {
        each.getValue().run();
      } catch (RuntimeException e) {
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
        note(each.getKey(), e);
      } catch (LinkageError e) {
        note(each.getKey(), new IllegalStateException(String.valueOf(e.getMessage()), e));
      }
    }
  }

  /** Returns a line for each feature that has done anything. */
  public List<String> done() {
    return works.values().stream()
        .flatMap(work -> ItemFault.orElse(work::done, _ -> Optional.<String>empty()).stream())
        .toList();
  }

  private void note(Feature feature, RuntimeException failure) {
    session.output().note(text(feature, failure));
  }

  private static String text(Feature feature, RuntimeException failure) {
    return "the feature " + feature.name() + " failed: " + ItemFault.reason(failure);
  }
}
