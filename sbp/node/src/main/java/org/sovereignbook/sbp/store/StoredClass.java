package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Class of entries that strangers can cause a node to store: its collection, its bound, and the
 * causer of an entry. Declared here once: {@link StorageQuota} keeps the bounds, the settings and
 * {@code sbp doctor --limits} show them. They apply to entries caused by peers that the node did
 * not choose ({@link Standing}); all other entries are not counted.
 *
 * @param name in the settings' keys
 * @param what a description of the entries, for people
 * @param causers the causers of an entry, the one who is charged for it first; without any, it is
 *     charged as a stranger's
 */
public record StoredClass(
    String name,
    String what,
    Keyed in,
    Setting<Long> maxFiles,
    Setting<Long> maxBytes,
    Causers causers) {
  private static final int MAX_FILES = 100_000_000;
  private static final long MEBIBYTE = 1 << 20;
  private static final long REJECTED_BYTES = 512 << 10;

  /** An entry, which is read when it is needed. */
  record StoredValue(
      Store store, Optional<PublicKey> self, String key, Supplier<JsonObject> json) {}

  /** Function from an entry to its causers. */
  @FunctionalInterface
  interface Causers {
    Stream<PublicKey> of(StoredValue entry);
  }

  /** All classes; the least important first, which is deleted first when the disk is full. */
  public static final List<StoredClass> ALL =
      List.of(
          of(
              "rejected",
              "rejected envelopes as files in `inbox/rejected/`; the oldest leave",
              Archive.REJECTED,
              100,
              REJECTED_BYTES,
              _ -> Stream.of()),
          of(
              "set_aside",
              "envelopes in `inbox/set-aside/`",
              Inbox.SET_ASIDE,
              2_000,
              64 * MEBIBYTE,
              member("sender_key")),
          of(
              "processed",
              "envelopes in `inbox/processed/`",
              Archive.PROCESSED,
              20_000,
              512 * MEBIBYTE,
              member("sender_key")),
          of(
              "sent_archive",
              "delivered items in `sent-archive/`",
              Archive.SENT_ARCHIVE,
              50_000,
              256 * MEBIBYTE,
              StoredClass::recipient),
          of(
              "sent",
              "delivered items in `sent/`",
              Archive.SENT,
              20_000,
              128 * MEBIBYTE,
              StoredClass::recipient),
          of(
              "outbox_failed",
              "items in `outbox/failed/`",
              Outbox.FAILED,
              2_000,
              32 * MEBIBYTE,
              StoredClass::recipient),
          of(
              "holders",
              "notes of the holders of pieces, in `operational/holders/`",
              ObjectStore.HOLDERS,
              10_000,
              32 * MEBIBYTE,
              entry -> keys(entry.json().get())),
          of(
              "received_endorsements",
              "endorsements in `endorsements/received/`",
              ObjectStore.ENDORSEMENTS_RECEIVED,
              20_000,
              64 * MEBIBYTE,
              member("endorser_key")),
          of(
              "peer_documents",
              "identity documents in `identity/peers/`",
              PeerIdentities.DOCUMENTS,
              5_000,
              32 * MEBIBYTE,
              entry -> key(entry.key())),
          of(
              "retired_keys",
              "keys that peers rotated away, in `identity/retired-peers/`",
              PeerIdentities.RETIRED,
              5_000,
              8 * MEBIBYTE,
              member("successor")),
          of(
              "received_content",
              "pieces in `content/received/`, by author or sender",
              ObjectStore.CONTENT_RECEIVED,
              10_000,
              256 * MEBIBYTE,
              StoredClass::authorAndHolders),
          of(
              "messages",
              "personal messages in `messages/`, with those of this node to them",
              Messages.ALL,
              20_000,
              128 * MEBIBYTE,
              entry -> key(entry.key().substring(0, entry.key().indexOf('/')))),
          of(
              "outbox",
              "items that wait in `outbox/`",
              Outbox.ITEMS,
              5_000,
              64 * MEBIBYTE,
              StoredClass::recipient));

  /** Returns the class of a collection, if strangers can make it grow. */
  static Optional<StoredClass> of(Keyed in) {
    return ALL.stream().filter(one -> one.in().equals(in)).findFirst();
  }

  private static StoredClass of(
      String name, String what, Keyed in, long files, long bytes, Causers causers) {
    String key = "strangers." + name;
    return new StoredClass(
        name,
        what,
        in,
        Setting.longInteger(key + "_files", files, 0, MAX_FILES, what),
        Setting.longInteger(key + "_bytes", bytes, 0, Long.MAX_VALUE, "their bytes"),
        causers);
  }

  private static Causers member(String name) {
    return entry -> entry.json().get().parsed(name, PublicKey::parse).stream();
  }

  /** Returns the one recipient, or this node itself for an item with several. */
  private static Stream<PublicKey> recipient(StoredValue entry) {
    return OutboxItems.recipient(entry.json().get()).or(entry::self).stream();
  }

  private static Stream<PublicKey> authorAndHolders(StoredValue entry) {
    return Stream.concat(
        member("author_key").of(entry),
        entry.store().json(ObjectStore.HOLDERS, entry.key()).stream().flatMap(StoredClass::keys));
  }

  private static Stream<PublicKey> keys(JsonObject byKey) {
    return byKey.members().keySet().stream().flatMap(StoredClass::key);
  }

  private static Stream<PublicKey> key(String text) {
    try {
      return Stream.of(PublicKey.parse(text));
    } catch (IllegalArgumentException e) {
      return Stream.of();
    }
  }
}
