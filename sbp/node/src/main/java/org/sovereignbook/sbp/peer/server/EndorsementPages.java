package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.ObjectStore;

/**
 * The endorsements that this node has created, newest first, in pages (PROTOCOL §4). Objects never
 * change, so each is read once; new ones show up within a second. Not thread-safe.
 */
final class EndorsementPages {
  static final int MAX_LIMIT = 1_000;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Comparator<Rendered> NEWEST_FIRST =
      Comparator.comparing(Rendered::createdAt).reversed().thenComparing(Rendered::hash);

  private final ObjectStore objects;
  private final InstantSource clock;
  private final Map<ContentHash, Rendered> known = new HashMap<>();
  private List<Rendered> newestFirst = List.of();
  private Instant looked = Instant.MIN;

  private record Rendered(ContentHash hash, String createdAt, String json) {}

  EndorsementPages(ObjectStore objects, InstantSource clock) {
    this.objects = objects;
    this.clock = clock;
  }

  /**
   * Returns one page as a JSON array.
   *
   * @param limit how many at most
   * @param before the page begins after this endorsement
   * @return empty when {@code before} is no endorsement of this node
   */
  Optional<byte[]> page(int limit, Optional<ContentHash> before) {
    refresh();
    int start = 0;
    if (before.isPresent()) {
      Rendered last = known.get(before.get());
      if (last == null) {
        return Optional.empty();
      }
      start = newestFirst.indexOf(last) + 1;
    }
    List<Rendered> page = newestFirst.subList(start, Math.min(newestFirst.size(), start + limit));
    String array = String.join(",", page.stream().map(Rendered::json).toList());
    return Optional.of(("[" + array + "]").getBytes(StandardCharsets.UTF_8));
  }

  private void refresh() {
    Instant now = clock.instant();
    if (!looked.equals(Instant.MIN) && !CachedFile.isDue(looked, now, LOOK_AGAIN)) {
      return;
    }
    looked = now;
    Set<ContentHash> hashes = new HashSet<>(objects.hashes(ObjectStore.ENDORSEMENTS_CREATED));
    boolean changed = known.keySet().retainAll(hashes);
    for (ContentHash hash : hashes) {
      if (!known.containsKey(hash)) {
        Optional<JsonObject> object = objects.find(ObjectStore.ENDORSEMENTS_CREATED, hash);
        object.ifPresent(json -> known.put(hash, entry(hash, json)));
        changed = true;
      }
    }
    if (changed) {
      List<Rendered> sorted = new ArrayList<>(known.values());
      sorted.sort(NEWEST_FIRST);
      newestFirst = List.copyOf(sorted);
    }
  }

  private static Rendered entry(ContentHash hash, JsonObject json) {
    return new Rendered(hash, json.string("created_at").orElse(""), JsonWriter.compact(json));
  }
}
