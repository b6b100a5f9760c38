package org.sovereignbook.sbp.step;

import java.util.Optional;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import org.sovereignbook.sbp.http.PeerClient;
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
  private Optional<HttpPeerClient> client = Optional.empty();

  public StepContext(Node node, Store store, boolean now, Progress progress) {
    this.node = node;
    this.store = store;
    this.now = now;
    this.progress = progress;
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
