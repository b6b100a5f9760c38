//JAVA 25+
//MANIFEST Plugin-Id=store-{{name}} Plugin-Version=0.1.0 Sbp-Provides=store:{{name}}
//MANIFEST Plugin-Requires=^{{api}}
//MANIFEST "Plugin-Description=The files of the node, and a line for each commit"
//COMPILE_OPTIONS -proc:full -classpath "{{class_path}}"

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.pf4j.Extension;
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
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/**
 * A store in one file. Build it, accept it, choose it:
 *
 * <pre>
 *   jbang export local --force -O {{name}}.jar {{class}}.java
 *   sbp plugin install {{name}}.jar
 *   "store": {"backend": "{{name}}"} in runtime/scheduler-config.json
 * </pre>
 *
 * <p>It keeps everything where the program keeps it, and writes a line to operational/commits.jsonl
 * for each commit: a whole store to start from. What a store promises stands in Store.java, and the
 * suite StoreContract of sbp's testkit asks for it.
 *
 * <p>The class path above is that of the sbp that wrote this file; after moving sbp, change it. A
 * plugin is one file, and nothing beside its jar is ever loaded. With libraries of its own, such as
 * a driver, it says //DEPS group:artifact:version, has -proc:full alone as its compile option, and is
 * built with jbang export fatjar --cp CLASS_PATH.
 */
@Extension
public class {{class}} implements StoreProvider {

  @Override
  public String name() {
    return "{{name}}";
  }

  @Override
  public String description() {
    return "the files of the node directory, and a line in operational/commits.jsonl a commit";
  }

  @Override
  public Store open(Node node) {
    return new Recording(node, new FileStoreProvider().open(node));
  }
}

/** Hands everything to another store; a crash after a commit costs its line, never the commit. */
record Recording(Node node, Store files) implements Store {

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
                    changes.changes().stream().map(each -> each.getClass().getSimpleName()).toList()))
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
