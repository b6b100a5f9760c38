package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.keys;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StorageQuota;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Store.Usage;
import org.sovereignbook.sbp.store.StoredClass;
import org.sovereignbook.sbp.store.StoredLines;

/** Contract of the bounds on strangers' data, which no commit exceeds. */
interface QuotaContract extends StoreUnderTest {
  int FILES = 20;
  long BYTES = 40_000;

  @Test
  default void everyClassIsFilledToItsBoundAndNotBeyond() {
    bound();
    for (StoredClass one : StoredClass.ALL) {
      long most = 0;
      for (int batch = 0; batch < 12; batch++) {
        ChangeSet changes = new ChangeSet();
        for (int entry = 0; entry < 5; entry++) {
          put(one, "stranger-" + batch + "-" + entry, 100, changes);
        }
        quota().commit(changes);
        Usage usage = store().usage(one.in());
        assertThat(usage.files()).as(one.name()).isLessThanOrEqualTo(FILES);
        most = Math.max(most, usage.files());
      }
      assertThat(most).as(one.name()).isEqualTo(FILES);
    }
  }

  @Test
  default void anEntryOfAFriendStaysInEveryClassHoweverManyStrangersCome() {
    bound();
    bench().meet(bench().peer("friend").withTrust(TrustState.ENDORSED));
    for (StoredClass one : StoredClass.ALL) {
      if (one.in().equals(Archive.REJECTED)) {
        // The newest of all senders, for a person to look at; the line of the log stays.
        continue;
      }
      ChangeSet first = new ChangeSet();
      put(one, "friend", 100, first);
      quota().commit(first);
      for (int batch = 0; batch < 6; batch++) {
        ChangeSet changes = new ChangeSet();
        for (int entry = 0; entry < 5; entry++) {
          put(one, "stranger-" + batch + "-" + entry, 100, changes);
        }
        quota().commit(changes);
      }
      assertThat(store().read(one.in(), place(one, "friend", 0))).as(one.name()).isPresent();
    }
  }

  @Test
  default void atMostAHundredRejectedEnvelopesStayWhoeverSentThem() {
    bench().meet(bench().peer("friend").withTrust(TrustState.ENDORSED));
    StoredClass rejected =
        StoredClass.ALL.stream()
            .filter(one -> one.in().equals(Archive.REJECTED))
            .findFirst()
            .orElseThrow();
    for (int batch = 0; batch < 5; batch++) {
      ChangeSet changes = new ChangeSet();
      for (int entry = 0; entry < 25; entry++) {
        put(rejected, batch == 0 ? "friend" : "stranger-" + batch, entry, 100, changes);
      }
      quota().commit(changes);
      assertThat(store().usage(Archive.REJECTED).files()).isLessThanOrEqualTo(100);
      assertThat(store().usage(Archive.REJECTED).bytes()).isLessThanOrEqualTo(512 << 10);
    }
    assertThat(store().usage(Archive.REJECTED).files()).isBetween(75L, 100L);
  }

  @Test
  default void paddingCountsAgainstWhoeverSentIt() {
    bound();
    ChangeSet honest = new ChangeSet();
    IntStream.range(0, 5).forEach(i -> put(endorsements(), "honest-" + i, 100, honest));
    quota().commit(honest);
    for (int i = 0; i < 30; i++) {
      ChangeSet padded = new ChangeSet();
      put(endorsements(), "padding", i, 9_000, padded);
      quota().commit(padded);
      assertThat(store().usage(ObjectStore.ENDORSEMENTS_RECEIVED).bytes())
          .isLessThanOrEqualTo(BYTES);
    }

    IntStream.range(0, 5).forEach(i -> assertThat(isStored("honest-" + i)).isTrue());
  }

  @Test
  default void whatIsLargerThanTheBoundIsNotStoredAtAll() {
    bound();
    ChangeSet changes = new ChangeSet();
    put(endorsements(), "huge", (int) BYTES + 1, changes);
    put(endorsements(), "small", 100, changes);
    quota().commit(changes.add(ObjectStore.HOLDERS.put(hash("kept", 0), JsonObject.empty())));

    assertThat(isStored("huge")).isFalse();
    assertThat(store().objects().isSeen(ContentHash.parse(hash("huge", 0)))).isFalse();
    assertThat(store().count(ObjectStore.HOLDERS)).isEqualTo(1);
  }

  @Test
  default void noStrangerTakesTheRoomOfOneWhoIsKnownAndNobodyThatOfAFriend() {
    bound();
    bench().meet(bench().peer("known"), bench().peer("friend").withTrust(TrustState.ENDORSED));
    ChangeSet first = new ChangeSet();
    IntStream.range(0, 30).forEach(i -> put(endorsements(), "friend", i, 100, first));
    IntStream.range(0, 15).forEach(i -> put(endorsements(), "known", i, 100, first));
    quota().commit(first);
    for (int batch = 0; batch < 6; batch++) {
      ChangeSet changes = new ChangeSet();
      for (int entry = 0; entry < 5; entry++) {
        put(endorsements(), "stranger-" + batch + "-" + entry, 100, changes);
      }
      quota().commit(changes);
    }

    IntStream.range(0, 30).forEach(i -> assertThat(isStored("friend", i)).isTrue());
    IntStream.range(0, 15).forEach(i -> assertThat(isStored("known", i)).isTrue());
    assertThat(store().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isBetween(46, 30 + FILES);
  }

  @Test
  default void whatFollowsFromAnEvictedEntryGoesWithIt() {
    bound();
    for (int i = 0; i < 60; i++) {
      ChangeSet changes = new ChangeSet();
      put(endorsements(), "stranger-" + i, 100, changes);
      quota().commit(changes);
    }

    assertThat(store().count(ObjectStore.ENDORSED)).isLessThanOrEqualTo(FILES);
    assertThat(store().count(ObjectStore.SEEN_HASHES)).isLessThanOrEqualTo(FILES);
  }

  @Test
  default void anEnvelopeThatFindsNoRoomOnItsShelfLeavesTheInboxAllTheSame() {
    bound();
    bench().meet(bench().peer("known"));
    ChangeSet shelved = new ChangeSet();
    IntStream.range(0, FILES).forEach(i -> put(processed(), "known", i, 100, shelved));
    quota().commit(shelved);
    InboxId id = store().inbox().accept(value("stranger", 100), Bench.NOON);

    quota().commit(new ChangeSet().add(Inbox.archive(id)));

    assertThat(store().inbox().pending()).isEmpty();
    assertThat(store().usage(Archive.PROCESSED).files()).isEqualTo(FILES);
  }

  @Test
  default void ofRejectedEnvelopesTheNewestLinesAreKept() {
    Config small = bench().node().config().with(rejected().maxLines(), 2_000);
    bench().node().writeJson(bench().node().home().schedulerConfig(), small.json());
    long most = 0;
    for (int batch = 0; batch < 3; batch++) {
      ChangeSet changes = new ChangeSet();
      for (int i = 0; i < 1_000; i++) {
        InboxId id = new InboxId("a" + batch + "-" + i);
        changes.addAll(
            Inbox.reject(RejectedEnvelope.of(id, bytes("junk"), "malformed-json", bench().now())));
      }
      quota().commit(changes);
      most = Math.max(most, store().lines(RejectedEnvelope.LINES).size());
      assertThat(store().lines(RejectedEnvelope.LINES).size()).isLessThanOrEqualTo(2_000);
    }

    assertThat(most).isEqualTo(2_000);
    assertThat(RejectedEnvelope.all(store()).getLast().id().value()).isEqualTo("a2-999");
    assertThat(store().months(RejectedEnvelope.LINES)).isEmpty();
  }

  @Test
  default void onAFullDiskTheThingsOfStrangersGoAndNoOthers() {
    bench().meet(bench().peer("known"));
    ChangeSet changes = new ChangeSet();
    for (StoredClass one : List.of(endorsements(), processed())) {
      put(one, "known", 100, changes);
      IntStream.range(0, 3).forEach(i -> put(one, "stranger-" + i, 100, changes));
    }
    quota().commit(changes);

    Usage gone = new StorageQuota(quota(), Config.empty()).free(Long.MAX_VALUE, Standing.UNKNOWN);

    assertThat(gone.files()).isEqualTo(6);
    assertThat(store().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isEqualTo(1);
    assertThat(isStored("known")).isTrue();
  }

  private Store quota() {
    return StorageQuota.over(store());
  }

  private void bound() {
    Config config = bench().node().config();
    for (StoredClass one : StoredClass.ALL) {
      config = config.with(one.maxFiles(), (long) FILES).with(one.maxBytes(), BYTES);
    }
    bench().node().writeJson(bench().node().home().schedulerConfig(), config.json());
  }

  private boolean isStored(String causer) {
    return isStored(causer, 0);
  }

  private boolean isStored(String causer, int number) {
    return store().read(ObjectStore.ENDORSEMENTS_RECEIVED, hash(causer, number)).isPresent();
  }

  private static StoredClass endorsements() {
    return of(ObjectStore.ENDORSEMENTS_RECEIVED);
  }

  private static StoredClass processed() {
    return of(Archive.PROCESSED);
  }

  private static StoredClass of(Collection in) {
    return StoredClass.ALL.stream().filter(one -> one.in().equals(in)).findFirst().orElseThrow();
  }

  private static StoredLines rejected() {
    return StoredLines.ALL.stream()
        .filter(one -> one.stream().equals(RejectedEnvelope.LINES))
        .findFirst()
        .orElseThrow();
  }

  private static void put(StoredClass one, String causer, int padding, ChangeSet changes) {
    put(one, causer, 0, padding, changes);
  }

  /** Adds an entry of any class with this causer. */
  private static void put(
      StoredClass one, String causer, int number, int padding, ChangeSet changes) {
    changes.add(one.in().put(place(one, causer, number), value(causer, padding)));
  }

  private static String place(StoredClass one, String causer, int number) {
    String key = keys(causer).publicKey().toString();
    String name = causer + "-" + number;
    return List.of(
            name,
            key,
            hash(causer, number),
            "2026-03-17/" + name,
            "replies/" + name,
            key + "/" + name)
        .stream()
        .filter(one.in()::isKey)
        .findFirst()
        .orElseThrow();
  }

  /** Creates an entry that names its causer for all classes. */
  private static byte[] value(String causer, int padding) {
    String key = keys(causer).publicKey().toString();
    JsonObject.Builder json = JsonObject.builder();
    List.of(
            "sender_key",
            "endorser_key",
            "author_key",
            "successor",
            "public_key",
            OutboxItems.RECIPIENT_KEY)
        .forEach(member -> json.put(member, key));
    JsonObject value =
        json.put(key, "2026-03-17T12:00:00Z")
            .put("target_ref", hash(causer, 1))
            .put("padding", "x".repeat(padding))
            .build();
    return JsonWriter.bytes(value);
  }

  private static String hash(String causer, int number) {
    return ContentHash.ofBytes(bytes(causer + "-" + number)).toString();
  }
}
