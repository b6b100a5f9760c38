package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.net.http.ClockSkew;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.ServiceAdvice;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.OutboxAsides;
import org.sovereignbook.sbp.peer.network.Seeds;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;

/**
 * The conditions that make a node useless or unwell, each with the judge that finds it. Status,
 * doctor, alerts and digests ask these, so that "all well" means that every judge found nothing.
 */
final class Judges {
  /**
   * A judge of one condition.
   *
   * @param what the condition, a stable word
   * @param finds returns the problems
   */
  record Judge<T>(String what, Function<T, List<Health.Reason>> finds) {}

  /** The input of judges that read neither store nor society. */
  record Seen(Node node, LlmStatus llm) {}

  /** The input of judges that read the store. */
  record Stored(Node node, Store store) {
    Optional<JsonObject> scheduler() {
      return store.intactState(StateDocument.SCHEDULER);
    }
  }

  static final List<Judge<Seen>> OF_NODE =
      List.of(
          new Judge<>("server not running", Judges::server),
          new Judge<>("clock set back or forward", seen -> one(ClockRepair.leap(seen.node()))),
          new Judge<>("disk full", Judges::disk),
          new Judge<>("society unreadable", Judges::society),
          new Judge<>("something lost", Judges::losses),
          new Judge<>("policy file wrong", Judges::policyFiles),
          new Judge<>("no limit of cost", Judges::limits),
          new Judge<>("model resting", Judges::models));

  static final List<Judge<Stored>> OF_STORE =
      List.of(
          new Judge<>("timer gone", Judges::timer),
          new Judge<>("component failed", Judges::components),
          new Judge<>("seed never joined", Judges::seeds),
          new Judge<>("undeliverable", Judges::outbox),
          new Judge<>("set aside", Judges::setAside),
          new Judge<>("clock off", Judges::clock),
          new Judge<>("peers unreadable", Judges::peers));

  private Judges() {}

  /** Returns the problems that all judges of a list find. */
  static <T> Stream<Health.Reason> all(List<Judge<T>> judges, T input) {
    return judges.stream().flatMap(judge -> judge.finds().apply(input).stream());
  }

  private static List<Health.Reason> one(Optional<Health.Reason> reason) {
    return reason.map(List::of).orElse(List.of());
  }

  private static List<Health.Reason> one(Health.Reason reason) {
    return List.of(reason);
  }

  private static List<Health.Reason> server(Seen seen) {
    Node node = seen.node();
    if (NodeLock.holder(NodeLock.server(node.home())).isPresent()) {
      return List.of();
    }
    return NodeLock.holder(NodeLock.up(node.home())).isPresent()
        ? one(Health.attention("server", "sbp up is starting the server", "sbp status"))
        : one(
            new Health.Reason(
                "server",
                Health.State.DOWN,
                "the server does not run",
                ServiceAdvice.command(node)));
  }

  private static List<Health.Reason> disk(Seen seen) {
    Node node = seen.node();
    long free = node.disk().freeBytes(node.home().runtime());
    if (free >= node.config().get(StoreSettings.FREE_DISK_BYTES)) {
      return List.of();
    }
    String text = "only " + Wording.size(free) + " of the disk are free, so no message is taken";
    return one(
        new Health.Reason("disk", Health.State.DOWN, text, "df -h " + node.home().runtime()));
  }

  private static List<Health.Reason> society(Seen seen) {
    return one(
        new SqliteLedgerProvider()
            .problem(seen.node())
            .map(text -> Health.attention("society", text, "sbp doctor")));
  }

  private static List<Health.Reason> losses(Seen seen) {
    return seen.node().made().losses().stream()
        .map(loss -> Health.attention("lost", brief(seen.node(), loss), "sbp lost"))
        .toList();
  }

  private static String brief(Node node, MadeThings.Loss loss) {
    return "%s was lost (%s)".formatted(node.made().where(loss), loss.thing().contents());
  }

  private static List<Health.Reason> policyFiles(Seen seen) {
    return one(
        Health.policies(seen.node(), true)
            .map(text -> Health.attention("access", text, "sbp access")));
  }

  private static List<Health.Reason> limits(Seen seen) {
    return one(
        seen.llm()
            .warning()
            .map(
                text ->
                    Health.attention("limits", text, "sbp config set llm.daily_call_limit 100")));
  }

  private static List<Health.Reason> models(Seen seen) {
    return seen.llm().problems().stream()
        .map(text -> Health.attention("models", text, "sbp log --ops"))
        .toList();
  }

  private static List<Health.Reason> timer(Stored stored) {
    Node node = stored.node();
    Optional<Timestamp> last = Health.lastTick(stored.scheduler());
    if (NodeLock.holder(NodeLock.tick(node.home())).isPresent()
        || last.filter(at -> TimeJudge.isPausing(at, Health.TICK_IS_LATE, node.now()))
            .isPresent()) {
      return List.of();
    }
    boolean isKept = NodeLock.holder(NodeLock.up(node.home())).isPresent();
    String text = last.map(at -> "no tick since " + since(at, node)).orElse("no tick ran yet");
    return one(
        new Health.Reason(
            "timer",
            last.isPresent() ? Health.State.DOWN : Health.State.ATTENTION,
            isKept ? text + ", although sbp up runs" : text,
            isKept ? "sbp tick" : ServiceAdvice.command(node)));
  }

  private static String since(Timestamp at, Node node) {
    boolean isAhead = TimeJudge.isBeyond(at, Duration.ZERO, node.now());
    return isAhead ? "the clock was set back from " + at : at.toString();
  }

  private static List<Health.Reason> components(Stored stored) {
    JsonObject exits =
        stored.scheduler().flatMap(json -> json.object("last_exit")).orElse(JsonObject.empty());
    return exits.members().keySet().stream()
        .flatMap(name -> failed(name, exits.object(name).orElse(JsonObject.empty())).stream())
        .toList();
  }

  private static Optional<Health.Reason> failed(String component, JsonObject exit) {
    String outcome = exit.string("outcome").orElse("");
    String ended = outcome.equals("timeout") ? " was ended at its time limit" : " failed";
    return outcome.equals("failed") || outcome.equals("timeout")
        ? Optional.of(
            Health.attention(
                component,
                component
                    + ended
                    + exit.string("at").map(at -> " at " + at).orElse("")
                    + " (why: sbp log --ops)",
                "sbp tick --retry"))
        : Optional.empty();
  }

  /** Finds a node that has never reached any of its seeds; one of several is enough. */
  private static List<Health.Reason> seeds(Stored stored) {
    Seeds seeds = new Seeds(stored.node(), stored.store());
    List<Endpoint> configured = seeds.configured();
    return configured.isEmpty() || seeds.notJoined().size() < configured.size()
        ? List.of()
        : one(
            Health.attention(
                "seeds",
                "the network was never joined: no answer from the seed "
                    + configured.getFirst()
                    + (configured.size() == 1 ? "" : " or " + (configured.size() - 1) + " more"),
                "sbp bootstrap"));
  }

  private static List<Health.Reason> outbox(Stored stored) {
    int failed = stored.store().outbox().failed().size();
    return failed == 0
        ? List.of()
        : one(Health.attention("outbox", failed + " could not be delivered", "sbp outbox failed"));
  }

  static List<Health.Reason> setAside(Stored stored) {
    List<Health.Reason> found = new ArrayList<>();
    int aside = stored.store().inbox().setAside().size();
    if (aside > 0) {
      String text = aside + (aside == 1 ? " message is" : " messages are") + " set aside unread";
      found.add(Health.attention(Health.SET_ASIDE, text, "sbp inbox"));
    }
    int unsent = OutboxAsides.load(stored.store()).all().size();
    if (unsent > 0) {
      String text = Wording.counted(unsent, "item") + " of the outbox set aside";
      found.add(Health.attention(Health.SET_ASIDE, text, "sbp outbox"));
    }
    RunAsides.all(stored.store()).stream()
        .collect(Collectors.groupingBy(SetAsideItem::by, TreeMap::new, Collectors.toList()))
        .forEach((step, items) -> found.add(setAside(step, items)));
    return found;
  }

  /** Says what a step left out; its next run tries that again. */
  private static Health.Reason setAside(String step, List<SetAsideItem> items) {
    SetAsideItem first = items.getFirst();
    String text =
        "%s set aside by %s: %s%s (%s)"
            .formatted(
                Wording.counted(items.size(), "item"),
                step,
                PeerText.plain(first.id()),
                items.size() == 1 ? "" : " and others",
                first.reason());
    boolean isNetwork = step.equals(Component.NETWORK.name());
    return Health.attention(Health.SET_ASIDE, text, isNetwork ? "sbp network" : "sbp maintain");
  }

  private static List<Health.Reason> clock(Stored stored) {
    ClockSkew clock = ClockSkew.of(stored.node(), stored.store());
    return clock.isNotable()
        ? one(Health.attention("clock", clock.text(), clock.remedy()))
        : List.of();
  }

  private static List<Health.Reason> peers(Stored stored) {
    int broken = stored.store().peers().problems().size();
    return broken == 0
        ? List.of()
        : one(
            Health.attention(
                "peers",
                Wording.counted(broken, "row") + " of peers.md cannot be read",
                "sbp doctor"));
  }
}
