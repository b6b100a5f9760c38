package org.sovereignbook.sbp.ops.up;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature.KeptProcess;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.DueTurns;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NeededRoutes;

/**
 * Starts further processes of a running node when there is work for them: those of features,
 * sessions, a first delivery, an order of another command. Not thread-safe.
 */
final class NodeWatch {
  private final Session session;
  private final Node node;
  private final UpView view;
  private final Runnable restarted;
  private final FirstDelivery delivery;
  private final NeededRoutes routes;
  private final SocietyStamp society;
  private final Map<KeptProcess, Child> ofFeatures = new HashMap<>();
  private boolean hasSessions;
  private boolean hasRoutes;
  private boolean isReachTold;
  private Optional<String> problem = Optional.empty();

  /**
   * Makes a watch.
   *
   * @param restarted run when another command wants all processes to start again
   */
  NodeWatch(Session session, Node node, UpView view, Runnable restarted) {
    this.session = session;
    this.node = node;
    this.view = view;
    this.restarted = restarted;
    this.delivery = new FirstDelivery(session, node);
    this.routes = new NeededRoutes(node, line -> view.line(node, line));
    this.society = new SocietyStamp(node, List.of());
  }

  /**
   * Looks once. A failure, such as settings that cannot be read while the owner edits them, is told
   * once, and ends nothing: the next look tries again.
   *
   * @param isTime whether to look also into the databases, which costs more
   */
  void look(Supervisor supervisor, Instant now, boolean isTime) {
    try {
      lookOnce(supervisor, now, isTime);
      problem = Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      Optional<String> message = Optional.of(String.valueOf(e.getMessage()));
      if (!message.equals(problem)) {
        view.line(node, message.get());
      }
      problem = message;
    }
  }

  private void lookOnce(Supervisor supervisor, Instant now, boolean isTime) {
    take(supervisor);
    if (!hasRoutes && routes.isAny()) {
      hasRoutes = true;
      CompletableFuture<Boolean> _ = supervisor.keep(Child.ofRoutes(node));
    }
    if (isTime) {
      lookCloser(supervisor, now);
    }
    keepProcessesOfFeatures(supervisor);
  }

  private void lookCloser(Supervisor supervisor, Instant now) {
    tellWhetherReached();
    var _ = delivery.look(supervisor, now);
    if (!hasSessions && society.isChanged() && new DueTurns(session, node).isAny()) {
      hasSessions = true;
      CompletableFuture<Boolean> _ = supervisor.keep(Child.ofSessions(node));
    }
  }

  private void keepProcessesOfFeatures(Supervisor supervisor) {
    ofFeatures.values().removeIf(supervisor::hasEnded);
    List<String> failures = new ArrayList<>();
    for (KeptProcess wanted : FeatureTicks.processes(node, failures::add)) {
      if (!ofFeatures.containsKey(wanted)) {
        Child child = Child.of(node, wanted);
        ofFeatures.put(wanted, child);
        CompletableFuture<Boolean> _ = supervisor.keep(child);
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.getFirst());
    }
  }

  /** Says once, when its server runs, what to do if nobody elsewhere can reach the node. */
  private void tellWhetherReached() {
    if (isReachTold) {
      return;
    }
    isReachTold = true;
    Thread _ =
        Thread.ofVirtual()
            .name("reach")
            .start(
                () -> {
                  try (HttpPeerClient client =
                      HttpPeerClient.open(HttpConfig.from(node.config()))) {
                    new Reachability(node, client).advice().forEach(line -> view.line(node, line));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } catch (ConfigException e) {
                    // The look tells of settings that cannot be read.
                  } catch (RuntimeException e) {
                    view.line(node, "whether peers reach it cannot be told: " + e.getMessage());
                  }
                });
  }

  /** Carries out an order that another command has left. */
  private void take(Supervisor supervisor) {
    Optional<UpOrder> order = UpOrder.take(node);
    if (order.isEmpty()) {
      return;
    }
    boolean isAll = order.get() == UpOrder.RESTART;
    view.line(node, isAll ? "starts all processes again" : "starts the server again");
    if (isAll) {
      restarted.run();
    }
    supervisor.restart(
        child ->
            child.node().equals(node) && (isAll || child.words().equals(List.of(Child.SERVE))));
  }
}
