package org.sovereignbook.sbp.store.file;

import java.util.Arrays;
import java.util.SequencedMap;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Store;

/** Files of a readable collection that another store renders. */
public final class RenderedCollection {
  private RenderedCollection() {}

  /** Brings them up to date; what a person changed in them is overwritten. */
  public static void render(Store store, Collection collection) {
    FileStore files = new FileStore(store.node());
    // No switch over types: the first one of a process costs a tenth of a start.
    if (collection instanceof Keyed keyed) {
      render(store, keyed, files);
    } else if (collection instanceof Streamed stream) {
      Node node = store.node();
      String text = FileLines.text(store.lines(stream));
      if (!node.readText(stream.in(node.home())).orElse("").equals(text)) {
        node.writeText(stream.in(node.home()), text);
      }
    }
  }

  private static void render(Store store, Keyed keyed, FileStore files) {
    SequencedMap<String, byte[]> stored = store.entries(keyed);
    for (String key : files.keys(keyed)) {
      if (!stored.containsKey(key)) {
        store.node().disk().delete(files.files(keyed).file(key));
      }
    }
    stored.forEach(
        (key, value) -> {
          if (files.read(keyed, key).filter(same -> Arrays.equals(same, value)).isEmpty()) {
            files.put(keyed, key, value);
          }
        });
  }
}
