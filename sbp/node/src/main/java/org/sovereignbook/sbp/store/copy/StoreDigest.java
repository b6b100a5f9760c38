package org.sovereignbook.sbp.store.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntConsumer;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Store;

/**
 * Contents of a store as numbers and hashes that are the same in every store (docs/formats.md). The
 * digest of a kind is the SHA-256 of one line an entry, {@code HASH NAME}, sorted by name; that of
 * the whole store the SHA-256 of one line a kind, {@code HASH KIND}.
 */
public record StoreDigest(SequencedMap<String, OfKind> kinds) {

  public record OfKind(int entries, long bytes, ContentHash digest) {}

  public StoreDigest {
    kinds = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(kinds));
  }

  /**
   * Reads the whole store.
   *
   * @param progress hears how many entries were read
   */
  public static StoreDigest of(Store store, List<Collection> collections, IntConsumer progress) {
    StoreContents contents = new StoreContents(store, collections);
    SequencedMap<String, OfKind> kinds = new LinkedHashMap<>();
    int[] done = {0};
    for (String kind : contents.kinds()) {
      ContentHash.Running lines = new ContentHash.Running();
      int[] entries = {0};
      long[] bytes = {0};
      contents.forEach(
          kind,
          entry -> {
            if (entry.isPresent()) {
              String hash = ContentHash.ofBytes(entry.get().bytes()).hex();
              lines.add((hash + "  " + entry.get().name() + "\n").getBytes(UTF_8));
              bytes[0] += entry.get().bytes().length;
              entries[0]++;
            }
            progress.accept(++done[0]);
          });
      kinds.put(kind, new OfKind(entries[0], bytes[0], lines.hash()));
    }
    return new StoreDigest(kinds);
  }

  /** Counts the entries and their bytes, without reading each. */
  public static SequencedMap<String, Store.Usage> usage(Store store, List<Collection> collections) {
    StoreContents contents = new StoreContents(store, collections);
    SequencedMap<String, Store.Usage> usages = new LinkedHashMap<>();
    contents.kinds().forEach(kind -> usages.put(kind, contents.usage(kind)));
    return usages;
  }

  public ContentHash total() {
    ContentHash.Running lines = new ContentHash.Running();
    kinds.forEach(
        (kind, of) -> lines.add((of.digest().hex() + "  " + kind + "\n").getBytes(UTF_8)));
    return lines.hash();
  }

  public int entries() {
    return kinds.values().stream().mapToInt(OfKind::entries).sum();
  }

  public long bytes() {
    return kinds.values().stream().mapToLong(OfKind::bytes).sum();
  }

  /** Returns the kinds that differ. */
  List<String> differences(StoreDigest other) {
    List<String> different = new ArrayList<>();
    kinds.forEach(
        (kind, of) -> {
          if (!of.equals(other.kinds.get(kind))) {
            different.add(kind);
          }
        });
    return different;
  }

  /** View for programs, kind by kind. */
  public record Shown(long bytes, ContentHash digest, List<Kind> kinds) {
    private record Kind(String kind, int entries, long bytes, ContentHash digest) {}
  }

  public Shown shown() {
    List<Shown.Kind> all = new ArrayList<>();
    kinds.forEach(
        (kind, of) -> all.add(new Shown.Kind(kind, of.entries(), of.bytes(), of.digest())));
    return new Shown(bytes(), total(), all);
  }
}
