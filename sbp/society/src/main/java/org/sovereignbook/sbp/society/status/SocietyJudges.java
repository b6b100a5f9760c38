package org.sovereignbook.sbp.society.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.runtime.feature.SocietyJudge;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.health.OwnAgents;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.sessions.Personas;

/** The judges that read the society: agents, policies and tasks. */
final class SocietyJudges {
  static final List<SocietyJudge> ALL =
      List.of(
          new SocietyJudge("own agent not at work", SocietyJudges::ownAgents),
          new SocietyJudge("policies deny everybody", SocietyJudges::policies),
          new SocietyJudge("agent resting", SocietyJudges::resting),
          new SocietyJudge("token ending", SocietyJudges::tokens),
          new SocietyJudge("task of nobody", SocietyJudges::tasks),
          new SocietyJudge("item set aside", SocietyJudges::aside),
          new SocietyJudge("feature without its tables", SocietyJudges::features));

  private SocietyJudges() {}

  /**
   * Finds agents of the node itself that were suspended, ended or removed: the node runs without
   * them.
   */
  static List<Health.Reason> ownAgents(Transaction tx) {
    return Stream.concat(Component.names(Component.Trait.AGENT).stream(), Stream.of(Personas.MAIN))
        .flatMap(name -> Agents.living(tx, name).or(() -> Agents.removed(tx, name)).stream())
        .filter(agent -> !agent.status().works())
        .map(SocietyJudges::notAtWork)
        .toList();
  }

  private static Health.Reason notAtWork(Agent agent) {
    String until = agent.restsUntil().map(end -> " until " + end).orElse("");
    String text =
        "%s is %s (%s)%s: %s"
            .formatted(
                agent.name(),
                agent.status(),
                agent.statusReason(),
                until,
                OwnAgents.without(agent.name()).orElse("its work is left undone"));
    boolean isDeaf = Component.is(agent.name(), Component.Trait.READS_INBOX);
    return new Health.Reason(
        "agents",
        isDeaf ? Health.State.DOWN : Health.State.ATTENTION,
        text,
        OwnAgents.again(agent));
  }

  /** Finds policies by which neither a peer nor an agent of this node may cause anything. */
  static List<Health.Reason> policies(Transaction tx) {
    Stream<AccessDecision> ofPeers =
        Stream.of(TrustState.KNOWN, TrustState.ENDORSED)
            .flatMap(trust -> Requester.named(Requester.TRUST + trust).stream())
            .map(peer -> Access.decide(tx, peer, Access.here(tx, "reader")));
    Stream<AccessDecision> ofAgents =
        Agents.living(tx).stream()
            .filter(agent -> agent.status().works())
            .map(agent -> Access.decide(tx, agent.principal(), "command"));
    List<AccessDecision> all = Stream.concat(ofPeers, ofAgents).toList();
    return all.stream().anyMatch(AccessDecision::isAllowed)
        ? List.of()
        : List.of(
            new Health.Reason(
                "access",
                Health.State.DOWN,
                "the policies deny every peer and every agent (%s)"
                    .formatted(PeerText.plain(all.getFirst().reason())),
                "sbp access"));
  }

  /** Finds other agents that rest after errors. */
  static List<Health.Reason> resting(Transaction tx) {
    List<Health.Reason> reasons = new ArrayList<>();
    for (Agent agent : Agents.living(tx)) {
      boolean isOwn = Component.is(agent.name(), Component.Trait.AGENT);
      if (!isOwn && agent.rests() && agent.dueMs().filter(due -> due > tx.nowMs()).isPresent()) {
        String text =
            "%s is suspended (%s) until %s"
                .formatted(agent.name(), agent.statusReason(), agent.restsUntil().orElseThrow());
        reasons.add(Health.attention("agents", text, "sbp agent show " + agent.name()));
      }
    }
    return reasons;
  }

  static List<Health.Reason> tokens(Transaction tx) {
    return Tokens.ending(tx).stream()
        .map(
            ending ->
                Health.attention(
                    "agents",
                    "the last token of %s %s %s"
                        .formatted(ending.agent(), ending.isOver() ? "ended" : "ends", ending.at()),
                    "sbp agent token " + ending.agent()))
        .toList();
  }

  /** Finds tasks for a role that no working agent has by its name. */
  static List<Health.Reason> tasks(Transaction tx) {
    List<String> roles = Board.in(tx).rolesOfNobody();
    return roles.isEmpty()
        ? List.of()
        : List.of(
            Health.attention(
                "tasks",
                "tasks wait for a role that no agent has by its name: " + String.join(", ", roles),
                filled(tx, roles.getFirst())));
  }

  /** Returns the command that gives a role to an agent; an agent of this name may be ended. */
  private static String filled(Transaction tx, String role) {
    Optional<Agent> idle = Agents.living(tx, role);
    return idle.filter(agent -> !agent.status().works())
        .map(OwnAgents::again)
        .orElse("sbp agent register " + role);
  }

  /** Finds items that loops of the society have set aside. */
  static List<Health.Reason> aside(Transaction tx) {
    List<Health.Reason> reasons = new ArrayList<>();
    for (SetAsides.ItemList list : new SetAsides(tx).lists()) {
      boolean isOutbox = list.equals(SetAsides.ItemList.OUTBOX);
      reasons.add(
          Health.attention(
              Health.SET_ASIDE,
              Wording.counted(new SetAsides(tx).count(list), list + " item") + " set aside",
              isOutbox ? "sbp outbox" : "sbp " + list + " retry"));
    }
    return reasons;
  }

  /** Finds features whose tables could not be made: their commands fail, and nothing else does. */
  static List<Health.Reason> features(Transaction tx) {
    return tx.incompleteFeatures().stream()
        .map(
            name ->
                Health.attention(
                    "features",
                    "the tables of the feature " + name + " could not be made or changed",
                    "sbp plugin remove " + name))
        .toList();
  }
}
