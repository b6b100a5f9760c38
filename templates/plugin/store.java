//JAVA 25+
//MANIFEST Plugin-Id=store-{{name}} Plugin-Version=0.1.0 Sbp-Provides=store:{{name}}
//MANIFEST Plugin-Requires=^{{api}}
//MANIFEST "Plugin-Description=The files of the node, and a line for each commit"
//COMPILE_OPTIONS -proc:full -classpath "{{class_path}}"

import java.nio.charset.StandardCharsets;
import org.pf4j.Extension;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
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
    return new Recording(new FileStoreProvider().open(node));
  }
}

/** Hands everything to another store; a crash after a commit costs its line, never the commit. */
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
