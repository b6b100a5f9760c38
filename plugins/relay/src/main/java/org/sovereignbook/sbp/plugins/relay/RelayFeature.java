package org.sovereignbook.sbp.plugins.relay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteFeature;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.plugins.relay.guest.GuestUpkeep;
import org.sovereignbook.sbp.plugins.relay.guest.GuestWork;
import org.sovereignbook.sbp.plugins.relay.host.HostRoutes;
import org.sovereignbook.sbp.plugins.relay.host.HostUpkeep;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.scheduler.Timer;

/**
 * Relay: a node that is reachable holds the post of nodes that are not, at an address below its own
 * (docs/relay.md).
 */
public final class RelayFeature implements NodeFeature, RouteFeature, CommandFeature {
  @Override
  public String name() {
    return "relay";
  }

  @Override
  public String title() {
    return "an address for nodes that have none";
  }

  @Override
  public boolean isOnAtFirst() {
    return false;
  }

  @Override
  public Settings settings() {
    return RelaySettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(TableScript.beside(RelayFeature.class, "V1__relay.sql"));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry(
            "relay.hosted",
            EventSentence.of("{by} lets {relay_guest|another node} leave its post here")),
        Map.entry(
            "relay.joined",
            EventSentence.of(
                "{by} joined {relay_joined|a relay}, which holds this node's post",
                "{relay_guest|Another node} joined: this node holds its post")),
        Map.entry(
            "relay.left",
            EventSentence.of(
                "{by} left {relay_joined|a relay}",
                "{relay_guest|Another node} left: this node holds its post no more")),
        Map.entry(
            "relay.ended",
            EventSentence.of("{by} no longer holds the post of {relay_guest|another node}")));
  }

  @Override
  public List<Retention> retention() {
    return List.of(HostUpkeep::forget, GuestUpkeep::forget);
  }

  @Override
  public List<Timer> timers() {
    return List.of(new Timer("relay", 1, "relay fetch"));
  }

  @Override
  public boolean isTimed(Node node) {
    return GuestWork.isForTick(node);
  }

  @Override
  public List<Function<Transaction, List<Notice>>> notices() {
    return List.of(GuestUpkeep::notices);
  }

  @Override
  public Optional<String> status(Transaction tx) {
    String all =
        String.join(
            "; ",
            Stream.concat(HostUpkeep.status(tx).stream(), GuestUpkeep.status(tx).stream())
                .toList());
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("relay", CommandGroup.KEEP, () -> new RelayCommand()),
        FeatureCommand.below("demo", "relay", () -> new RelayDemo()));
  }

  @Override
  public boolean isNeeded(Node node) {
    return HostUpkeep.isNeeded(node) || GuestWork.isNeeded(node);
  }

  /** Stores the budgets of guests, and fetches this node's own post as it comes. */
  @Override
  public void work(RouteContext context) throws InterruptedException {
    Optional<Ledger> society = context.society().get();
    if (society.isPresent()) {
      HostUpkeep.work(society.get());
      GuestWork.run(
          society.get(), context.store(), context.log(), () -> HostUpkeep.work(society.get()));
    }
  }

  @Override
  public RouteAnswer answer(RouteRequest request, RouteContext context)
      throws InterruptedException {
    return HostRoutes.answer(request, context);
  }
}
