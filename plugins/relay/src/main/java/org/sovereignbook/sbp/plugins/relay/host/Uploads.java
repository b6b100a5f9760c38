package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest.RefusedException;

/** Documents that a guest publishes: its own signed ones, checked before they are stored. */
record Uploads(Transaction tx, Guest guest) {
  private static final String CONTENT = "content";
  private static final String ENDORSEMENT = "endorsement";
  private static final int MAX_PAGE = 1_000;

  /** No client accepts a longer answer (PROTOCOL §7). */
  private static final long MAX_PAGE_BYTES = 1_000_000;

  /** An object that may be stored. */
  private record Upload(String kind, ContentHash hash, String created, String body) {
    int bytes() {
      return body.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /**
   * Stores a newer identity document; one under a key that succeeds the guest's moves the address
   * to that key. An older one changes nothing.
   *
   * @throws RefusedException when it is not valid, of another node, or against the commitment of
   *     the document before
   */
  void identity(JsonObject json, PublicKey signer) {
    IdentityDocument document = valid(IdentityDocument.validate(json, tx.now()));
    boolean isOwn = document.publicKey().equals(guest.publicKey());
    boolean succeeds = document.previousKey().equals(Optional.of(guest.publicKey()));
    if (!document.publicKey().equals(signer) || !(isOwn || succeeds)) {
      throw new RefusedException(400, "wrong-key", "the identity document is of another key");
    }
    Optional<Rejection> why = held().flatMap(it -> Rotation.succeeds(it, document).why());
    if (why.filter(it -> it.code() == Code.OLDER_DOCUMENT).isPresent()) {
      return;
    }
    if (why.isPresent()) {
      throw refused(why.get());
    }
    tx.update(
        "UPDATE relay_guest SET public_key = ?, identity = ?, name = ? WHERE id = ?",
        document.publicKey().toString(),
        JsonWriter.compact(json),
        document.name(),
        guest.id());
  }

  Optional<IdentityDocument> held() {
    return guest
        .identity()
        .flatMap(text -> Checked.object(text.getBytes(StandardCharsets.UTF_8)).toOptional())
        .flatMap(json -> IdentityDocument.parse(json).toOptional());
  }

  /**
   * Stores objects, all or none.
   *
   * @throws RefusedException when one is not valid, is not the guest's, or has no place
   */
  void store(List<JsonObject> objects) {
    long added = 0;
    for (JsonObject json : objects) {
      Upload upload = upload(json);
      int isNew =
          tx.update(
              "INSERT INTO relay_object (guest, hash, kind, created, bytes, body) VALUES (?, ?, ?,"
                  + " ?, ?, ?) ON CONFLICT DO NOTHING",
              guest.id(),
              upload.hash().toString(),
              upload.kind(),
              upload.created(),
              upload.bytes(),
              upload.body());
      added += isNew == 0 ? 0 : upload.bytes();
    }
    if (guest.waitingBytes() + guest.objectBytes() + added > guest.bytes()) {
      throw new RefusedException(
          507, "documents-full", "the place that this relay has for it is full");
    }
    tx.update(
        "UPDATE relay_guest SET object_bytes = object_bytes + ? WHERE id = ?", added, guest.id());
  }

  private Upload upload(JsonObject json) {
    String kind = json.string("kind").orElse("");
    return switch (kind) {
      case CONTENT -> {
        Content content = valid(Content.validate(json));
        yield upload(kind, content.authorKey(), content.createdAt().toString(), json);
      }
      case ENDORSEMENT -> {
        Endorsement endorsement = valid(Endorsement.validate(json));
        yield upload(kind, endorsement.endorserKey(), endorsement.createdAt().toString(), json);
      }
      default ->
          throw new RefusedException(
              400, "invalid-kind", "a relay serves content and endorsements only");
    };
  }

  private Upload upload(String kind, PublicKey by, String created, JsonObject json) {
    if (!isKeyOfGuest(by)) {
      throw new RefusedException(
          400, "wrong-key", "the " + kind + " is not signed by the guest's key");
    }
    return new Upload(kind, ContentHash.of(json), created, JsonWriter.compact(json));
  }

  /** Returns whether a key is the guest's, or the one before. */
  private boolean isKeyOfGuest(PublicKey key) {
    return key.equals(guest.publicKey())
        || Guest.id(key).equals(guest.id())
        || held().flatMap(IdentityDocument::previousKey).filter(key::equals).isPresent();
  }

  private static <T> T valid(Checked<T> checked) {
    Optional<Rejection> why = checked.why();
    if (why.isPresent()) {
      throw refused(why.get());
    }
    return checked.toOptional().orElseThrow();
  }

  private static RefusedException refused(Rejection why) {
    return new RefusedException(400, why.code().toString(), why.message());
  }

  /** Serves these objects no more. */
  void forget(List<String> hashes) {
    for (String hash : hashes) {
      long bytes =
          tx.number(
              "SELECT COALESCE(SUM(bytes), 0) FROM relay_object WHERE guest = ? AND hash = ?",
              guest.id(),
              hash);
      tx.update("DELETE FROM relay_object WHERE guest = ? AND hash = ?", guest.id(), hash);
      tx.update(
          "UPDATE relay_guest SET object_bytes = object_bytes - ? WHERE id = ?", bytes, guest.id());
    }
  }

  /** Returns a piece of content as it was signed. */
  Optional<String> content(String hash) {
    return tx
        .texts(
            "SELECT body FROM relay_object WHERE guest = ? AND hash = ? AND kind = ?",
            guest.id(),
            hash,
            CONTENT)
        .stream()
        .findFirst();
  }

  /**
   * Returns endorsements, the newest first, as a JSON array.
   *
   * @param limit 1 to 1,000
   * @param before the page begins behind this one
   * @return empty when there is no such endorsement
   */
  Optional<String> endorsements(int limit, Optional<String> before) {
    Optional<String> created =
        before.flatMap(
            hash ->
                tx
                    .texts(
                        "SELECT created FROM relay_object WHERE guest = ? AND hash = ? AND kind ="
                            + " ?",
                        guest.id(),
                        hash,
                        ENDORSEMENT)
                    .stream()
                    .findFirst());
    if (before.isPresent() && created.isEmpty()) {
      return Optional.empty();
    }
    String newest = " ORDER BY created DESC, hash LIMIT ";
    String behind =
        "FROM relay_object WHERE guest = ? AND kind = ?"
            + (before.isEmpty() ? "" : " AND (created < ? OR (created = ? AND hash > ?))");
    List<Object> values = new ArrayList<>(List.of(guest.id(), ENDORSEMENT));
    if (before.isPresent()) {
      values.addAll(List.of(created.get(), created.get(), before.get()));
    }
    List<Long> sizes =
        tx.list(
            "SELECT bytes " + behind + newest + Math.min(limit, MAX_PAGE),
            row -> row.number(1),
            values.toArray());
    List<String> page =
        tx.texts("SELECT body " + behind + newest + fitting(sizes), values.toArray());
    return Optional.of("[" + String.join(",", page) + "]");
  }

  /** Returns how many of these fit into one answer; one at least. */
  private static int fitting(List<Long> sizes) {
    long bytes = 0;
    int count = 0;
    for (long size : sizes) {
      bytes += size + 1;
      if (count > 0 && bytes > MAX_PAGE_BYTES) {
        break;
      }
      count++;
    }
    return count;
  }
}
