package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.Migration;
import org.sovereignbook.sbp.store.copy.MigrationResult;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Collection of a package outside the program, which moves to another store with the rest. The
 * testkit's {@code CollectionsContract} asserts that every store keeps unknown collections.
 */
class NewCollectionTest {
  private static final Collection.Keyed TASKS = Collection.keyed("board/tasks");
  private static final Collection.Streamed EVENTS = Collection.stream("events");

  @TempDir private Path folder;

  @Test
  void aNewCollectionMovesToAnotherStore() {
    TestNode made = TestNode.in(folder.resolve("bob"));
    made.node().writeJson(made.home().schedulerConfig(), JsonObject.empty());
    JsonObject task = JsonObject.builder().put("what", "rake the leaves").build();
    made.store().commit(new ChangeSet().add(TASKS.put("t-1", task)).add(EVENTS.append("opened")));
    List<Collection> collections = new ArrayList<>(NodeCollections.ALL);
    collections.addAll(List.of(TASKS, EVENTS));

    Stores stores = this::provider;
    MigrationResult result =
        new Migration(made.node(), stores, collections, Migration.Watcher.NONE)
            .run("elsewhere", false)
            .orElseThrow();

    assertThat(result.digest().kinds().get("board/tasks").entries()).isEqualTo(1);
    try (Store moved = stores.open(made.node())) {
      assertThat(moved.json(TASKS, "t-1")).contains(task);
      assertThat(moved.lines(EVENTS)).containsExactly("opened");
    }
    assertThat(made.store().keys(TASKS)).as("set aside with the rest").isEmpty();
  }

  /** Beside the files of the node those of another folder. */
  private StoreProvider provider(Node node, String name) {
    return switch (name) {
      case "files" -> new FileStoreProvider();
      case "elsewhere" ->
          new StoreProvider() {
            @Override
            public String name() {
              return name;
            }

            @Override
            public String description() {
              return "files in another folder";
            }

            @Override
            public Store open(Node one) {
              NodeHome home = new NodeHome(folder.resolve("elsewhere"));
              return new FileStore(new Node(home, one.disk(), one.clock(), one.random()));
            }
          };
      default -> throw new StoreException("there is no store " + name);
    };
  }
}
