package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Setting;

/** A feature that takes part in the runs of teams. */
public interface TeamFeature extends Feature {
  /** Returns the keys that it adds to {@code team.yaml}. */
  default List<Setting<?>> teamKeys() {
    return List.of();
  }

  /** Returns the keys that it adds to each agent in {@code team.yaml}. */
  default List<Setting<?>> agentKeys() {
    return List.of();
  }

  /**
   * Returns the models that it may give to a member, by the agent's key that names them. They are
   * checked before a run.
   */
  default Map<String, List<String>> models(TeamMember member) {
    return Map.of();
  }

  /**
   * Returns the stores of long-term memory that it adds, by their names in {@code memory.backend}.
   */
  default Map<String, EpisodeStore.Opener> episodeStores() {
    return Map.of();
  }

  /**
   * Begins its work beside a run, in the process that supervises it.
   *
   * @return what ends it; empty when this run asks for none
   */
  default Optional<Runnable> beside(TeamRuns.AtWork run) {
    return Optional.empty();
  }

  /** Begins its work in the process of a member; empty when it has none there. */
  default Optional<MemberWork> inMember(MemberWork.Host host) {
    return Optional.empty();
  }

  /**
   * Returns whether a sleeping member is to be woken for its work. Asked every second.
   *
   * @param self the member's principal
   * @param lastAwake the member's last heartbeat
   */
  default boolean needs(Transaction tx, TeamMember member, Principal self, Instant lastAwake) {
    return false;
  }

  /**
   * Returns its files of teams for other programs (AGENT-STACK §13), by their names.
   *
   * @param most the number of the newest entries of each
   */
  default Map<String, byte[]> files(Transaction tx, int most) {
    return Map.of();
  }

  /**
   * Returns its work that is shown as runs. Where a team's run has the label of one, that run is
   * shown instead, with its title.
   */
  default List<RunWork> works(Transaction tx) {
    return List.of();
  }

  /** Lets further files in the folder follow a running team, every few seconds. */
  default void follow(TeamFolder folder) {}
}
