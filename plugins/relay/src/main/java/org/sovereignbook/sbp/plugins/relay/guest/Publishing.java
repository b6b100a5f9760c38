package org.sovereignbook.sbp.plugins.relay.guest;

import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/** Gives a relay what this node publishes: its identity document, content and endorsements. */
record Publishing(Ledger ledger, RelayCalls calls, Joined joined) {
  private static final int MAX_REQUEST_BYTES = 700_000;
  private static final int MOST_OBJECTS = 500;
  private static final int MOST_TAKEN_BACK = 1_000;
  private static final int BAD_REQUEST = HttpURLConnection.HTTP_BAD_REQUEST;

  /** Gives it what it lacks, and takes back what is here no more. */
  void run(Store store) throws RelayCalls.FailedException, InterruptedException {
    IdentityDocument identity = ledger.node().identity();
    String hash = ContentHash.of(identity.json()).toString();
    if (!joined.identity().equals(Optional.of(hash))) {
      JsonObject _ = publish(JsonObject.empty().with("identity", identity.json()));
      ledger.run(
          tx ->
              tx.update(
                  "UPDATE relay_joined SET identity = ? WHERE relay = ?",
                  hash,
                  joined.relay().toString()));
    }
    ObjectStore objects = store.objects();
    Set<String> here = new HashSet<>();
    Stream.of(ObjectStore.CONTENT_CREATED, ObjectStore.ENDORSEMENTS_CREATED)
        .forEach(kind -> objects.hashes(kind).forEach(it -> here.add(it.toString())));
    Set<String> there =
        Set.copyOf(
            ledger.<List<String>>read(
                tx ->
                    tx.texts(
                        "SELECT hash FROM relay_sent WHERE relay = ?", joined.relay().toString())));
    takeBack(there.stream().filter(it -> !here.contains(it)).toList());
    give(objects, here.stream().filter(it -> !there.contains(it)).sorted().toList());
  }

  private JsonObject publish(JsonObject what)
      throws RelayCalls.FailedException, InterruptedException {
    return calls.ask(joined.relay(), joined.relayKey(), RelayRequest.Operation.PUBLISH, what);
  }

  private void takeBack(List<String> hashes)
      throws RelayCalls.FailedException, InterruptedException {
    for (int from = 0; from < hashes.size(); from += MOST_TAKEN_BACK) {
      List<String> some = hashes.subList(from, Math.min(from + MOST_TAKEN_BACK, hashes.size()));
      JsonObject _ = publish(JsonObject.empty().with("forget", JsonArray.ofStrings(some)));
      ledger.run(
          tx ->
              some.forEach(
                  hash ->
                      tx.update(
                          "DELETE FROM relay_sent WHERE relay = ? AND hash = ?",
                          joined.relay().toString(),
                          hash)));
    }
  }

  private void give(ObjectStore objects, List<String> hashes)
      throws RelayCalls.FailedException, InterruptedException {
    List<JsonObject> batch = new ArrayList<>();
    List<String> inBatch = new ArrayList<>();
    long bytes = 0;
    for (String hash : hashes) {
      Optional<JsonObject> object = find(objects, ContentHash.parse(hash));
      if (object.isPresent()) {
        int size = JsonWriter.compact(object.get()).getBytes(StandardCharsets.UTF_8).length;
        if (!batch.isEmpty()
            && (bytes + size > MAX_REQUEST_BYTES || batch.size() == MOST_OBJECTS)) {
          give(batch, inBatch);
          batch.clear();
          inBatch.clear();
          bytes = 0;
        }
        batch.add(object.get());
        inBatch.add(hash);
        bytes += size;
      }
    }
    if (!batch.isEmpty()) {
      give(batch, inBatch);
    }
  }

  /**
   * Gives it some objects. One that it does not take, such as a piece under a key from long ago, is
   * not offered again, and keeps no other back.
   */
  private void give(List<JsonObject> batch, List<String> hashes)
      throws RelayCalls.FailedException, InterruptedException {
    try {
      JsonObject _ = publish(JsonObject.empty().with("objects", JsonArray.of(batch)));
    } catch (RelayCalls.FailedException e) {
      if (!e.isOfDocuments() || e.status() != BAD_REQUEST) {
        throw e;
      }
      if (batch.size() > 1) {
        int half = batch.size() / 2;
        give(batch.subList(0, half), hashes.subList(0, half));
        give(batch.subList(half, batch.size()), hashes.subList(half, hashes.size()));
        return;
      }
    }
    ledger.run(
        tx ->
            hashes.forEach(
                hash ->
                    tx.update(
                        "INSERT INTO relay_sent (relay, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        joined.relay().toString(),
                        hash)));
  }

  private static Optional<JsonObject> find(ObjectStore objects, ContentHash hash) {
    return objects
        .find(ObjectStore.CONTENT_CREATED, hash)
        .or(() -> objects.find(ObjectStore.ENDORSEMENTS_CREATED, hash));
  }
}
