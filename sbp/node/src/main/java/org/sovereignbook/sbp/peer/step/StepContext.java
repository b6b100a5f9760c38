package org.sovereignbook.sbp.peer.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Context of a step: the node and its store, locked for this step alone, and a client for the
 * peers, opened on first use. Not thread-safe.
 */
public final class StepContext implements AutoCloseable {
  private final Node node;
  private final Store store;
  private final boolean now;
  private final Progress progress;
  private final Supplier<Optional<LlmBackend>> backend;
  private final Supplier<Optional<Ledger>> society;
  private final List<Object> given = new ArrayList<>();
  private Optional<PeerClient> client = Optional.empty();
  private Optional<HttpPeerClient> opened = Optional.empty();
  private Optional<Ledger> ledger = Optional.empty();
  private boolean isSocietyKnown;
  private boolean societyFailed;

  /**
   * Creates the context of one run.
   *
   * @param backend finds the node's backend, which may have to be loaded
   * @param society opens the node's society, if it has one
   */
  public StepContext(
      Node node,
      Store store,
      boolean now,
      Progress progress,
      Supplier<Optional<LlmBackend>> backend,
      Supplier<Optional<Ledger>> society) {
    this.node = node;
    this.store = store;
    this.now = now;
    this.progress = progress;
    this.backend = backend;
    this.society = society;
  }

  public Node node() {
    return node;
  }

  public Store store() {
    return store;
  }

  /** Returns the client for the peers, guarded and limited by the node's configuration. */
  public PeerClient client() {
    if (client.isEmpty()) {
      opened = Optional.of(HttpPeerClient.open(HttpConfig.from(node.config())));
      client = Optional.of(opened.get());
    }
    return client.get();
  }

  /** Makes this step call the peers by a client of the caller, who closes it. */
  public StepContext calling(PeerClient peers) {
    client = Optional.of(peers);
    return this;
  }

  /** Returns the judging backend of this node; empty when it cannot be loaded. */
  public Optional<LlmBackend> backend() {
    return backend.get();
  }

  /**
   * Returns the node's society, if it has one; opened on first use. Its existence is checked once a
   * step, because each check costs a database on another machine a connection.
   */
  public Optional<Ledger> society() {
    if (!isSocietyKnown) {
      ledger = society.get();
      isSocietyKnown = true;
    }
    return ledger;
  }

  /**
   * Puts messages from the node's society into the outbox. A failure is logged, and all other
   * messages still leave.
   */
  public void handOver() {
    withSociety(
        "hand-over",
        "what the society left for others waits",
        ledger -> new HandOver(ledger, store).run());
  }

  /**
   * Does a part of a step in the society, if there is one. A failure is logged, and the other parts
   * still run; a society that cannot be opened is reported once a step.
   *
   * @param kind of the event that reports the failure
   * @param otherwise the consequence of a failure
   */
  public void withSociety(String kind, String otherwise, Consumer<Ledger> work) {
    if (societyFailed) {
      return;
    }
    Optional<Ledger> opened;
    try {
      opened = society();
    } catch (RuntimeException e) {
      societyFailed = true;
      report(kind, otherwise, e);
      return;
    }
    try {
      opened.ifPresent(work);
    } catch (RuntimeException e) {
      report(kind, otherwise, e);
    }
  }

  /** Logs the failure of a part of the step; throws one that is no fault of this part alone. */
  private void report(String kind, String otherwise, RuntimeException e) {
    if (!(e instanceof StoreException) && !ItemFault.isOfItem(e)) {
      throw e;
    }
    String text = otherwise + ": " + PeerText.plain(String.valueOf(e.getMessage()));
    store.commit(new ChangeSet().emit(Event.of("society", kind, node.now(), text).asError()));
  }

  /** Gives the step an object of another package. */
  public <T> void give(Class<T> kind, T thing) {
    given.add(kind.cast(thing));
  }

  /** Returns the objects of one kind that other packages gave to the step, in order. */
  public <T> List<T> given(Class<T> kind) {
    return given.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /**
   * Returns whether {@code --now} was given: try also the items that wait for their next attempt.
   */
  public boolean now() {
    return now;
  }

  /** Shows a person at a terminal how far the step has come. */
  public Progress progress() {
    return progress;
  }

  @Override
  public void close() {
    opened.ifPresent(HttpPeerClient::close);
    ledger.ifPresent(Ledger::close);
  }
}
