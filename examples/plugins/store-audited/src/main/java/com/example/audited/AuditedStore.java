package com.example.audited;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Store;

/**
 * Hands everything to another store and adds a line for each commit, after it: a crash in between
 * costs the line, never the commit.
 */
final class AuditedStore extends ForwardingStore {
  AuditedStore(Store files) {
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
                    changes.changes().stream()
                        .map(each -> each.getClass().getSimpleName())
                        .toList()))
            .build();
    node()
        .disk()
        .append(
            node().home().operational().resolve("commits.jsonl"),
            (JsonWriter.compact(line) + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
