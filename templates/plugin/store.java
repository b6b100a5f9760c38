//JAVA 25+
//MANIFEST Plugin-Id=store-{{name}} Plugin-Version=0.1.0 Sbp-Provides=store:{{name}}
//MANIFEST Plugin-Requires=^{{api}}
//MANIFEST "Plugin-Description=The files of the node, and a line for each commit"
//COMPILE_OPTIONS -proc:full -classpath "{{class_path}}"

import java.nio.charset.StandardCharsets;
import org.pf4j.Extension;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/**
 * A store in one file. Build it, accept it, choose it:
 *
 * <pre>
 *   {{jbang}} export local --force -O {{name}}.jar {{class}}.java
 *   sbp plugin install {{name}}.jar
 *   "store": {"backend": "{{name}}"} in runtime/scheduler-config.json
 * </pre>
 *
 * <p>This complete store keeps everything in the program's file store, and writes a line to
 * operational/commits.jsonl for each commit. The comments of Store.java are the contract of a store,
 * and the suite StoreContract of sbp's testkit tests it.
 *
 * <p>The class path above is that of the sbp that wrote this file; after moving sbp, change it. A
 * plugin is one file, and nothing beside its jar is loaded. For your own libraries, such as a driver,
 * add //DEPS group:artifact:version, keep -proc:full as the only compile option, and build with
 * {{jbang}} export fatjar --cp CLASS_PATH.
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
    return new Recording(new FileStoreProvider().open(node));
  }
}

/** Forwards to another store and records commits; a crash may lose a line, never a commit. */
final class Recording extends ForwardingStore {
  Recording(Store files) {
    super(files);
  }

  @Override
  public void commit(ChangeSet changes) {
    super.commit(changes);
    if (changes.isEmpty()) {
      return;
    }
    JsonObject line =
        JsonObject.builder()
            .put("time", node().now().toString())
            .put(
                "changes",
                JsonArray.ofStrings(
                    changes.changes().stream().map(each -> each.getClass().getSimpleName()).toList()))
            .build();
    node()
        .disk()
        .append(
            node().home().operational().resolve("commits.jsonl"),
            (JsonWriter.compact(line) + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
