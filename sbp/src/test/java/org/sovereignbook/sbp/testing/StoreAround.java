package org.sovereignbook.sbp.testing;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Logs;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** A store that passes everything on to another; a test overrides what it wants to go otherwise. */
public class StoreAround implements Store {
  private final Store store;

  public StoreAround(Store store) {
    this.store = store;
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Inbox inbox() {
    return store.inbox();
  }

  @Override
  public Outbox outbox() {
    return store.outbox();
  }

  @Override
  public Archive archive() {
    return store.archive();
  }

  @Override
  public ObjectStore objects() {
    return store.objects();
  }

  @Override
  public Logs logs() {
    return store.logs();
  }

  @Override
  public PeerTable peers() {
    return store.peers();
  }

  @Override
  public String peersText() {
    return store.peersText();
  }

  @Override
  public Optional<IdentityDocument> peerIdentity(PublicKey key) {
    return store.peerIdentity(key);
  }

  @Override
  public List<PublicKey> peerIdentities() {
    return store.peerIdentities();
  }

  @Override
  public SeenEnvelopes seenEnvelopes() {
    return store.seenEnvelopes();
  }

  @Override
  public Optional<JsonObject> state(StateDocument document) {
    return store.state(document);
  }

  @Override
  public void writeState(StateDocument document, JsonObject json) {
    store.writeState(document, json);
  }

  @Override
  public void commit(ChangeSet changes) {
    store.commit(changes);
  }

  @Override
  public boolean recover() {
    return store.recover();
  }

  @Override
  public void refresh() {
    store.refresh();
  }

  @Override
  public void rebuildIndexes() {
    store.rebuildIndexes();
  }

  @Override
  public Optional<Hold> hold(String component) {
    return store.hold(component);
  }

  @Override
  public void close() {
    store.close();
  }

  /** As the store around it, for its outbox. */
  public abstract static class OutboxAround implements Outbox {
    private final Outbox outbox;

    protected OutboxAround(Outbox outbox) {
      this.outbox = outbox;
    }

    @Override
    public List<OutboxId> pending() {
      return outbox.pending();
    }

    @Override
    public Optional<JsonObject> read(OutboxId id) {
      return outbox.read(id);
    }

    @Override
    public List<String> failed() {
      return outbox.failed();
    }

    @Override
    public Optional<JsonObject> readFailed(String name) {
      return outbox.readFailed(name);
    }
  }
}
