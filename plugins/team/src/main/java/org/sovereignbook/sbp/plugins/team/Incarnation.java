package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentFeature;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * One process of a member. It does not get mail for an earlier process, and requests of an earlier
 * process are refused.
 *
 * @param issued the token with which the process authenticates
 */
public record Incarnation(Agent agent, Tokens.Issued issued) {
  /**
   * Registers all members that are not agents yet, so that each can get mail from the others.
   *
   * @throws SocietyException {@code not-a-member} when another agent has the name of a member
   */
  public static void enrol(Transaction tx, Team team) {
    for (TeamMember member : team.members()) {
      Caller owner = Caller.owner(TeamRuns.CHANNEL);
      Agent agent = agent(tx, owner, member, team.group().map(TeamGroup::id));
      if (member.longTerm() && team.memory().equals(OwnMemory.NAME)) {
        OwnMemory.prepare(tx, owner, agent);
      }
    }
  }

  /**
   * Begins a new incarnation; registers the member if it is not an agent yet.
   *
   * @throws SocietyException {@code not-a-member} when another agent has the name of the member
   */
  public static Incarnation begin(Transaction tx, TeamRuns.Run run, TeamMember member) {
    Caller owner = Caller.owner(TeamRuns.CHANNEL);
    Agent found = Agents.living(tx, member.id()).orElseGet(() -> register(tx, owner, member));
    Agent agent = Lifecycle.start(tx, owner, found);
    end(tx, agent);
    Mailboxes.giveAgain(tx, agent);
    Tokens.Issued issued =
        Tokens.issue(
            tx,
            owner,
            agent,
            Globs.ALL,
            Optional.empty(),
            new Tokens.Use(ProofRule.Purpose.RUN, TeamRuns.CHANNEL));
    TeamRuns.starts(tx, run.id(), member, agent, issued.token().id());
    return new Incarnation(agent, issued);
  }

  /** Records that all processes of this incarnation are gone, and so is what they started. */
  public void gone(Transaction tx) {
    Tokens.gone(tx, issued.token().id());
  }

  /** Returns the secret of its token. */
  public String token() {
    return issued.secret();
  }

  /** Revokes its token, also when its member has left the team since. */
  public void end(Transaction tx) {
    Agents.find(tx, agent.id()).ifPresent(now -> end(tx, now));
  }

  /** Revokes the tokens of all processes of the team. */
  public static void end(Transaction tx, Team team) {
    for (TeamMember member : team.members()) {
      Optional<Agent> agent = Agents.living(tx, member.id());
      if (agent.isPresent()) {
        end(tx, agent.get());
      }
    }
  }

  private static void end(Transaction tx, Agent agent) {
    Caller owner = Caller.owner(TeamRuns.CHANNEL);
    List<String> earlier = TeamRuns.tokens(tx, agent);
    for (Tokens.Token token : Tokens.of(tx, owner, agent)) {
      if (earlier.contains(token.id())) {
        Tokens.endRun(tx, owner, agent, token.id());
      }
    }
  }

  /**
   * Returns whether a sleeping member is needed for a task, a review or work of a feature. Messages
   * wait until one of these. A member that was shut down stays down, also when the shutdown mail
   * arrives while it sleeps.
   */
  public static boolean isNeeded(Transaction tx, TeamRuns.Run run, TeamMember member) {
    try {
      Caller self = Agents.caller(tx, Optional.of(member.id()), Optional.empty(), TeamRuns.CHANNEL);
      Agent agent = self.agent().orElseThrow();
      if (Mailboxes.isShutDown(tx, agent)) {
        TeamRuns.stopped(tx, run.id(), agent);
      }
      if (TeamRuns.isStopped(tx, run.id(), agent)) {
        return false;
      }
      return Mailboxes.isAnyFree(tx, self, MailType.REVIEW_REQUEST)
          || Board.in(tx).isAnyFor(member.worker(self, run))
          || isNeededByFeature(tx, run, member, agent);
    } catch (SocietyException e) {
      // A suspended or removed agent is not woken.
      return false;
    }
  }

  /** Asks each feature; one that fails needs nobody. */
  private static boolean isNeededByFeature(
      Transaction tx, TeamRuns.Run run, TeamMember member, Agent agent) {
    Instant lastAwake = Instant.ofEpochMilli(TeamRuns.lastAwakeMs(tx, run.id(), agent));
    for (TeamFeature feature : tx.features().of(TeamFeature.class)) {
      try {
        if (feature.needs(tx, member, agent.principal(), lastAwake)) {
          return true;
        }
      } catch (RuntimeException e) {
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
      }
    }
    return false;
  }

  private static Agent register(Transaction tx, Caller owner, TeamMember member) {
    return Registration.usual(member.id(), AgentType.SWARM_WORKER).register(tx, owner).agent();
  }

  /** Returns the agent of a member: the owner's worker, or one that works for the team's group. */
  private static Agent agent(
      Transaction tx, Caller owner, TeamMember member, Optional<String> group) {
    Optional<Agent> found = Agents.living(tx, member.id());
    if (found.isEmpty()) {
      return register(tx, owner, member);
    }
    Agent agent = found.get();
    Optional<String> worksFor = AgentFeature.groupOfAny(tx, agent.id());
    boolean isOurs =
        worksFor.isPresent() ? worksFor.equals(group) : agent.parent().equals(Principal.OWNER);
    if (agent.type() != AgentType.SWARM_WORKER || !isOurs) {
      throw SocietyException.refused(
          "not-a-member",
          "the agent " + agent.name() + " is no worker of a team",
          worksFor.filter(AgentFeature.UNKNOWN::equals).isPresent()
              ? "a feature cannot say for whom it works:  sbp doctor"
              : "another id in team.yaml, or:  sbp agent rename " + agent.name() + " NAME");
    }
    return agent;
  }

  @Override
  public String toString() {
    return "Incarnation[" + agent.name() + " " + agent.epoch() + "]";
  }
}
