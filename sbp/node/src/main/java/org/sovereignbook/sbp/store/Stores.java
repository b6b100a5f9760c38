package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.Collection.Keyed;

/** Function that opens a node's store with the provider named in its configuration. */
@FunctionalInterface
public interface Stores {

  /**
   * Returns the provider of this name.
   *
   * @throws StoreException with the plugin that would have it, when there is none
   */
  StoreProvider named(Node node, String name);

  /**
   * Opens the store that the configuration names.
   *
   * @throws StoreException when it cannot be opened
   */
  default Store open(Node node) {
    String backend = backend(node);
    Store store = named(node, backend).open(node);
    node.made().note(NodeThing.STORE, backend);
    return store;
  }

  /**
   * Returns these stores with a check right before each change.
   *
   * @param before throws when changes are no longer allowed
   */
  default Stores asking(Runnable before) {
    Stores all = this;
    return new Stores() {
      @Override
      public StoreProvider named(Node node, String name) {
        return all.named(node, name);
      }

      @Override
      public Store open(Node node) {
        Store opened = all.open(node);
        return new ForwardingStore(opened) {
          @Override
          public Receipt create(
              Keyed in, Supplier<String> keys, byte[] value, Optional<Mark> mark) {
            before.run();
            return super.create(in, keys, value, mark);
          }

          @Override
          public List<ItemResult<Receipt>> createAll(Keyed in, List<NewEntry> entries) {
            before.run();
            return super.createAll(in, entries);
          }

          @Override
          public Intake intake(Keyed in) {
            Intake intake = opened.intake(in);
            return new Intake() {
              @Override
              public List<ItemResult<Receipt>> addAll(List<NewEntry> entries) {
                before.run();
                return intake.addAll(entries);
              }

              @Override
              public void settle() {
                intake.settle();
              }
            };
          }

          @Override
          public void put(Keyed in, String key, byte[] value) {
            before.run();
            super.put(in, key, value);
          }

          @Override
          public void commit(ChangeSet changes) {
            before.run();
            super.commit(changes);
          }
        };
      }
    };
  }

  /** Returns the backend in the configuration; without a configuration, files. */
  static String backend(Node node) {
    return node.disk().exists(node.home().schedulerConfig())
        ? node.config().get(StoreSettings.BACKEND)
        : StoreSettings.FILES;
  }
}
