package org.sovereignbook.sbp.step;

import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/**
 * What a step works with: the node and its store, held for this step alone, and a client for the
 * peers, which is opened when it is first asked for. Not thread-safe.
 */
public final class StepContext implements AutoCloseable {
  private final Node node;
  private final Store store;
  private final boolean now;
  private final Progress progress;
  private final Supplier<Optional<LlmBackend>> backend;
  private Optional<HttpPeerClient> client = Optional.empty();

  /**
   * For one run.
   *
   * @param backend finds the node's backend, which may have to be loaded
   */
  public StepContext(
      Node node,
      Store store,
      boolean now,
      Progress progress,
      Supplier<Optional<LlmBackend>> backend) {
    this.node = node;
    this.store = store;
    this.now = now;
    this.progress = progress;
    this.backend = backend;
  }

  public Node node() {
    return node;
  }

  public Store store() {
    return store;
  }

  /** The way to the peers: guarded, limited, by the node's configuration. */
  public PeerClient client() {
    HttpPeerClient opened =
        client.orElseGet(() -> HttpPeerClient.open(HttpConfig.from(node.config())));
    client = Optional.of(opened);
    return opened;
  }

  /** Who judges in this node; empty when it cannot be loaded. */
  public Optional<LlmBackend> backend() {
    return backend.get();
  }

  /** Whether {@code --now} was given: try also what waits for its next attempt. */
  public boolean now() {
    return now;
  }

  /** Shows a person at a terminal how far the step has come. */
  public Progress progress() {
    return progress;
  }

  @Override
  public void close() {
    client.ifPresent(HttpPeerClient::close);
  }
}
