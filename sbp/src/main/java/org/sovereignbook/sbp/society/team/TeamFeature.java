package org.sovereignbook.sbp.society.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Setting;

/** A feature that takes part in the runs of teams. */
public interface TeamFeature extends Feature {
  /** Returns the keys that it adds to {@code team.yaml}. */
  default List<Setting<?>> teamKeys() {
    return List.of();
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
}
