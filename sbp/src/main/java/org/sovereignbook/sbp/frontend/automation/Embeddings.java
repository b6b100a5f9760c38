package org.sovereignbook.sbp.frontend.automation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.memory.MemorySettings;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.society.recall.QueryVector;
import org.sovereignbook.sbp.society.recall.VectorIndex;
import org.sovereignbook.sbp.society.status.SocietyKinds;

/**
 * Use of the chosen embedder. Where none is chosen, nothing is loaded or read; one that fails is
 * noted, and memory works by words.
 */
public final class Embeddings {
  /** How long a tick computes vectors; the rest waits for the next tick. */
  private static final Duration OF_A_TICK = Duration.ofMinutes(1);

  private Embeddings() {}

  /** Returns the vector of a query. */
  public static Optional<QueryVector> query(Session session, Node node, String query) {
    try {
      return embedder(session, node).map(embedder -> QueryVector.of(embedder, query));
    } catch (PluginException | IllegalStateException e) {
      note(session, "only words were compared", e);
      return Optional.empty();
    }
  }

  /** Computes missing vectors. Returns the number of items that have them now. */
  public static int tick(Session session, Node node) {
    try {
      Optional<Embedder> embedder = embedder(session, node);
      if (embedder.isEmpty()) {
        return 0;
      }
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isEmpty()) {
        return 0;
      }
      try (Ledger ledger = opened.get()) {
        Instant end = node.now().instant().plus(OF_A_TICK);
        VectorIndex.Done done =
            VectorIndex.fill(
                ledger,
                embedder.get(),
                () -> node.now().instant().isAfter(end) || session.world().isParentGone());
        done.failure().ifPresent(failure -> note(session, "some texts have no vector", failure));
        return done.items();
      }
    } catch (PluginException e) {
      note(session, "no vectors are computed", e);
      return 0;
    }
  }

  /** Returns the chosen embedder; empty, with a note, where it cannot be loaded. */
  public static Optional<Embedder> chosen(Session session, Node node) {
    try {
      return embedder(session, node);
    } catch (PluginException e) {
      note(session, "only words are compared", e);
      return Optional.empty();
    }
  }

  private static Optional<Embedder> embedder(Session session, Node node) {
    return Optional.of(node.config().get(MemorySettings.EMBEDDER))
        .filter(name -> !name.isEmpty())
        .map(name -> session.extensions(Optional.of(node)).find(SocietyKinds.EMBEDDER, name));
  }

  private static void note(Session session, String effect, RuntimeException e) {
    session
        .output()
        .note(
            MemorySettings.EMBEDDER.key()
                + ": "
                + PeerText.plain(String.valueOf(e.getMessage()))
                + "; "
                + effect);
  }
}
