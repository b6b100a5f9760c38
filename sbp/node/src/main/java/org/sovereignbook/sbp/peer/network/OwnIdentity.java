package org.sovereignbook.sbp.peer.network;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Protocol;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.peer.network.IdentityChange.SigningStatus;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.SentFrom;
import org.sovereignbook.sbp.store.Store;

/**
 * Changes of this node's identity document and key (IDENTITY §Identity document, §Rotation; CHOICES
 * 17). Everything takes effect in one commit; private keys never pass through its journal, which
 * only names the files to move. Every change is announced to all peers. Needs exclusive access to
 * the node.
 */
public record OwnIdentity(Node node, Store store) {
  private static final Set<String> SETTABLE =
      new TreeSet<>(Set.of("name", "endpoint", "description"));
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  /**
   * Signs a new document with these members changed; an empty {@code description} removes it. The
   * commitment to the next key and the tie to the previous key are kept; a document without
   * commitment gets one, once there is a next key. Also makes a document where there is no valid
   * one, if all it needs is named.
   */
  public IdentityChange set(Map<String, String> members) {
    for (Map.Entry<String, String> member : members.entrySet()) {
      if (!SETTABLE.contains(member.getKey())) {
        return refused(
            "%s cannot be set; these can: %s%s"
                .formatted(
                    PeerText.plain(member.getKey()),
                    String.join(", ", SETTABLE),
                    Suggestion.nearest(member.getKey(), List.copyOf(SETTABLE))
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("")));
      }
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(member.getValue())) {
        return refused(member.getKey() + " is not valid Unicode text");
      }
    }
    node.readIntactJson(node.home().identity()).ifPresent(node::requireClock);
    KeyPair keys = node.keys();
    Optional<IdentityDocument> held =
        held().filter(one -> one.publicKey().equals(keys.publicKey()));
    JsonObject present = held.map(IdentityDocument::json).orElseGet(() -> fresh(keys));
    JsonObject wanted = present.has("next_key_hash") ? present : committing(present);
    for (Map.Entry<String, String> member : members.entrySet()) {
      wanted = with(wanted, member.getKey(), member.getValue());
    }
    if (held.isPresent() && wanted.equals(present)) {
      return new IdentityChange(
          SigningStatus.UNCHANGED,
          0,
          Optional.of("the identity says so already"),
          held.map(IdentityDocument::fingerprint));
    }
    Optional<KeyPair> previous = held.flatMap(IdentityDocument::previousKey).flatMap(this::retired);
    return switch (IdentityDocument.renew(wanted, keys, previous, later(held))) {
      case Checked.Rejected<IdentityDocument>(var why) -> refused("not signed: " + why.message());
      case Checked.Valid<IdentityDocument>(IdentityDocument next) ->
          commit(SigningStatus.SIGNED, next, new ChangeSet().addAll(moved(held, next)));
    };
  }

  /** Keeps how messages in doubt name this node, if its endpoint changes. */
  private List<Change> moved(Optional<IdentityDocument> held, IdentityDocument next) {
    return held.filter(one -> !one.endpoint().equals(next.endpoint()))
        .map(one -> SentFrom.keep(store, one.publicKey(), one.endpoint()))
        .orElseGet(List::of);
  }

  /**
   * Makes the committed next key the current one, and commits to a new next key. Refused while
   * announces of the last rotation wait: peers could not follow two at once, and a rerun after a
   * crash must not rotate twice.
   */
  public IdentityChange rotate() {
    KeyPair old = node.keys();
    IdentityDocument held = node.identity();
    if (!held.publicKey().equals(old.publicKey())) {
      return refused("identity.json is of another key; run: sbp identity --set name=…");
    }
    if (held.previousKey().isPresent() && isBeingAnnounced(held)) {
      return refused(
          "the last rotation (%s) still waits to be announced; run: sbp deliver"
              .formatted(held.createdAt()));
    }
    if (!node.disk().exists(node.home().nextKeypair())) {
      return refused(
          node.home().nextKeypair()
              + " is missing; put the next key pair back there and run again");
    }
    KeyPair next = KeyFile.load(node.disk(), node.home().nextKeypair());
    ContentHash nextHash = ContentHash.ofBytes(next.publicKey().bytes());
    if (held.nextKeyHash().filter(hash -> !hash.equals(nextHash)).isPresent()) {
      return refused(
          node.home().nextKeypair() + " is not the key that the identity document commits to");
    }
    return rotate(held, old, next);
  }

  private IdentityChange rotate(IdentityDocument held, KeyPair old, KeyPair next) {
    KeyPair afterNext = KeyPair.generate(node.random());
    JsonObject members =
        held.json()
            .with("public_key", next.publicKey().toString())
            .with("fingerprint", Fingerprint.of(next.publicKey()).toString())
            .with("next_key_hash", ContentHash.ofBytes(afterNext.publicKey().bytes()).toString());
    return switch (IdentityDocument.renew(
        members, next, Optional.of(old), later(Optional.of(held)))) {
      case Checked.Rejected<IdentityDocument>(var why) -> refused("not rotated: " + why.message());
      case Checked.Valid<IdentityDocument>(IdentityDocument document) ->
          commit(
              SigningStatus.ROTATED,
              document,
              swapKeys(old, next, afterNext)
                  .add(
                      Change.WriteFile.json(
                          node.home().formerIdentity(old.publicKey()), held.json())));
    };
  }

  private ChangeSet swapKeys(KeyPair old, KeyPair next, KeyPair afterNext) {
    KeyFile.save(node.disk(), retiredFile(old.publicKey()), old, node.now());
    return NewKeys.swap(node, next, afterNext);
  }

  private IdentityChange commit(
      SigningStatus outcome, IdentityDocument document, ChangeSet changes) {
    Timestamp now = node.now();
    Announcements announce =
        Announcements.ofChange(store, store.peers(), NetworkMemory.load(store), document, now);
    IdentityChange result =
        new IdentityChange(
            outcome,
            announce.announced().size(),
            Optional.empty(),
            Optional.of(document.fingerprint()));
    changes
        .add(Change.WriteFile.json(node.home().identity(), document.json()))
        .addAll(announce.changes())
        .add(announce.memory().save())
        .emit(
            Network.event(outcome.toString(), result.summary(), now)
                .about("key", document.publicKey())
                .in(LogFile.SESSION));
    store.commit(changes);
    return result;
  }

  /** Returns whether a waiting announce carries this very document. */
  private boolean isBeingAnnounced(IdentityDocument document) {
    return NetworkOutbox.waitingAnnounces(store).values().stream()
        .anyMatch(item -> NetworkOutbox.refreshed(item, document).isEmpty());
  }

  private static JsonObject with(JsonObject document, String name, String value) {
    return name.equals("description") && value.isEmpty()
        ? document.without(name)
        : document.with(name, value);
  }

  private Optional<IdentityDocument> held() {
    return node.readIntactJson(node.home().identity())
        .flatMap(json -> IdentityDocument.validate(json, node.clock().instant()).toOptional());
  }

  /** Creates a document from the readable parts, under the current key, when none is valid. */
  private JsonObject fresh(KeyPair keys) {
    JsonObject broken = node.readIntactJson(node.home().identity()).orElse(JsonObject.empty());
    return JsonObject.builder()
        .put("kind", IdentityDocument.KIND)
        .put("version", Protocol.VERSION)
        .put("public_key", keys.publicKey().toString())
        .put("fingerprint", Fingerprint.of(keys.publicKey()).toString())
        .putIfPresent("name", broken.string("name"))
        .putIfPresent("endpoint", broken.string("endpoint"))
        .putIfPresent("description", broken.string("description"))
        .build();
  }

  /** Adds the commitment to the next key, if there is one. */
  private JsonObject committing(JsonObject document) {
    if (!node.disk().exists(node.home().nextKeypair())) {
      return document;
    }
    PublicKey next = KeyFile.load(node.disk(), node.home().nextKeypair()).publicKey();
    return document.with("next_key_hash", ContentHash.ofBytes(next.bytes()).toString());
  }

  /**
   * Returns now, or a second after the last document if that is later, because the later document
   * counts.
   */
  private Timestamp later(Optional<IdentityDocument> held) {
    Timestamp now = node.now();
    return held.map(one -> one.createdAt().plus(ONE_SECOND)).filter(now::isBefore).orElse(now);
  }

  private Optional<KeyPair> retired(PublicKey key) {
    Path file = retiredFile(key);
    return node.disk().exists(file)
        ? Optional.of(KeyFile.load(node.disk(), file))
        : Optional.empty();
  }

  /** Returns the path {@code identity/retired/sbp1-….json}. */
  private Path retiredFile(PublicKey key) {
    String name = Fingerprint.of(key).toString().replace(':', '-');
    return NewKeys.retired(node, name + ".json");
  }

  private static IdentityChange refused(String why) {
    return new IdentityChange(SigningStatus.REFUSED, 0, Optional.of(why), Optional.empty());
  }
}
