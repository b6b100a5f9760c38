package com.example.audited;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Logs;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Hands everything to another store and adds a line for each commit, after it: a crash in between
 * costs the line, never the commit.
 */
record AuditedStore(Node node, Store files) implements Store {

  @Override
  public void commit(ChangeSet changes) {
    files.commit(changes);
    if (changes.changes().isEmpty()) {
      return;
    }
    JsonObject line =
        JsonObject.builder()
            .put("time", node.now().toString())
            .put(
                "changes",
                JsonArray.ofStrings(
                    changes.changes().stream()
                        .map(each -> each.getClass().getSimpleName())
                        .toList()))
            .build();
    node.disk()
        .append(
            node.home().operational().resolve("commits.jsonl"),
            (JsonWriter.compact(line) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String location() {
    return files.location();
  }

  @Override
  public Inbox inbox() {
    return files.inbox();
  }

  @Override
  public Outbox outbox() {
    return files.outbox();
  }

  @Override
  public Archive archive() {
    return files.archive();
  }

  @Override
  public ObjectStore objects() {
    return files.objects();
  }

  @Override
  public Logs logs() {
    return files.logs();
  }

  @Override
  public PeerTable peers() {
    return files.peers();
  }

  @Override
  public String peersText() {
    return files.peersText();
  }

  @Override
  public Optional<IdentityDocument> peerIdentity(PublicKey key) {
    return files.peerIdentity(key);
  }

  @Override
  public List<PublicKey> peerIdentities() {
    return files.peerIdentities();
  }

  @Override
  public SeenEnvelopes seenEnvelopes() {
    return files.seenEnvelopes();
  }

  @Override
  public Optional<JsonObject> state(StateDocument document) {
    return files.state(document);
  }

  @Override
  public void writeState(StateDocument document, JsonObject json) {
    files.writeState(document, json);
  }

  @Override
  public boolean recover() {
    return files.recover();
  }

  @Override
  public void refresh() {
    files.refresh();
  }

  @Override
  public void rebuildIndexes() {
    files.rebuildIndexes();
  }

  @Override
  public Optional<Hold> hold(String component) {
    return files.hold(component);
  }

  @Override
  public void close() {
    files.close();
  }
}
