package org.sovereignbook.sbp.plugins.team;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.recall.Embedder;

/**
 * Store of the accepted tasks of one member, which are its long-term memory (AGENT-STACK §7). A
 * team chooses one by its name in {@code memory.backend}. Failures are logged; the member works
 * without its memory then.
 */
public interface EpisodeStore extends AutoCloseable {
  /**
   * An accepted task.
   *
   * @param causes the authorities of the task and of all that wrote its results and reviews
   */
  record Episode(String task, String title, String text, Instant at, List<Authority> causes) {}

  /** A remembered task as it is shown. */
  record Recalled(String task, String text) {}

  /**
   * The member that a store is for.
   *
   * @param embedder the one of the node, if one is chosen
   * @param log takes lines for the operator
   */
  record Owner(
      Node node, Team team, TeamMember member, Optional<Embedder> embedder, Consumer<String> log) {}

  /** Opening of a store; contacts nothing. */
  @FunctionalInterface
  interface Opener {
    EpisodeStore open(Owner owner);
  }

  /** Returns which of these tasks it has. */
  Set<String> known(List<String> tasks) throws IOException, InterruptedException;

  /** Keeps episodes; one that it has is replaced. */
  void keep(List<Episode> episodes) throws IOException, InterruptedException;

  /** Returns the episodes that fit best, best first. */
  List<Recalled> find(String query, int most) throws IOException, InterruptedException;

  @Override
  void close();
}
