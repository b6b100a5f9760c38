package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Archive.SentId;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;

/** Contract of the archive of items that have left inbox and outbox. */
interface ArchiveContract extends StoreUnderTest {

  @Test
  default void envelopesLieOnTheirShelvesAsTheyWereReceived() {
    byte[] envelope = {'a', 0, (byte) 0xfe};
    InboxId late = store().inbox().accept(envelope, Bench.NOON.plusSeconds(1));
    InboxId early = store().inbox().accept(bytes("b"), Bench.NOON);
    InboxId bad = store().inbox().accept(bytes("c"), Bench.NOON);
    bench()
        .commit(
            Inbox.archive(late),
            Inbox.archive(early),
            Inbox.WAITING.move(bad.value(), Archive.REJECTED));

    Archive archive = bench().reopened().archive();
    assertThat(archive.envelopes(Archive.PROCESSED)).containsExactly(early, late);
    assertThat(archive.envelopes(Archive.REJECTED)).containsExactly(bad);
    assertThat(archive.envelope(Archive.PROCESSED, late))
        .hasValueSatisfying(read -> assertThat(read).isEqualTo(envelope));
    assertThat(archive.envelope(Archive.REJECTED, late)).isEmpty();
  }

  @Test
  default void envelopesExpireByTheTimeInTheirName() {
    InboxId old = store().inbox().accept(bytes("a"), Bench.NOON.minus(Duration.ofDays(31)));
    InboxId young = store().inbox().accept(bytes("b"), Bench.NOON.minus(Duration.ofDays(29)));
    InboxId waiting = store().inbox().accept(bytes("c"), Bench.NOON.minus(Duration.ofDays(99)));
    bench().commit(Inbox.archive(old), Inbox.archive(young));
    Archive archive = store().archive();

    List<InboxId> expired =
        archive.envelopesBefore(Archive.PROCESSED, Bench.NOON.minus(Duration.ofDays(30)));
    assertThat(expired).containsExactly(old);
    assertThat(archive.envelopesBefore(Archive.REJECTED, Bench.NOON)).isEmpty();

    bench().commit(Archive.remove(Archive.PROCESSED, old), Archive.remove(Archive.REJECTED, young));
    assertThat(archive.envelopes(Archive.PROCESSED)).containsExactly(young);
    assertThat(store().inbox().pending()).containsExactly(waiting);
  }

  @Test
  default void deliveredItemsLieUnderTheirDay() {
    bench().commit(Outbox.put(reply("a"), json("n", "1")));
    bench().commit(Outbox.sent(reply("a"), json("n", "2"), bench().now()));
    bench().advance(Duration.ofDays(1));
    bench().commit(Outbox.sent(reply("b"), json("n", "3"), bench().now()));

    Archive archive = bench().reopened().archive();
    LocalDate day = LocalDate.parse("2026-03-17");
    assertThat(store().outbox().pending()).isEmpty();
    assertThat(archive.sentDays()).containsExactly(day, day.plusDays(1));
    assertThat(archive.sent())
        .containsExactly(new SentId(day, "a"), new SentId(day.plusDays(1), "b"));
    assertThat(archive.readSent(new SentId(day, "a"))).contains(json("n", "2"));
    assertThat(archive.readSent(new SentId(day, "c"))).isEmpty();
  }

  @Test
  default void deliveredItemsOfTheSameNameAreBothKept() {
    bench().commit(Outbox.sent(reply("a"), json("n", "1"), bench().now()));
    bench().commit(Outbox.sent(reply("a"), json("n", "2"), bench().now()));

    assertThat(items(store().archive())).containsExactlyInAnyOrder(json("n", "1"), json("n", "2"));
  }

  @Test
  default void aDayMovesOnAsAWholeAndReplacesNothing() {
    LocalDate day = LocalDate.parse("2026-03-17");
    bench().commit(Outbox.sent(reply("a"), json("n", "1"), bench().now()));
    bench().commit(Archive.archiveDay(day));
    bench().commit(Outbox.sent(reply("a"), json("n", "2"), bench().now()));
    bench().commit(Outbox.sent(reply("b"), json("n", "3"), bench().now()));
    bench().commit(Archive.archiveDay(day));

    Archive archive = store().archive();
    assertThat(archive.sentDays()).isEmpty();
    assertThat(archive.sent()).isEmpty();
    assertThat(
            store().keys(Archive.SENT_ARCHIVE).stream()
                .map(key -> store().json(Archive.SENT_ARCHIVE, key).orElseThrow())
                .toList())
        .containsExactlyInAnyOrder(json("n", "1"), json("n", "2"), json("n", "3"));
    assertThat(store().keys(Archive.SENT_ARCHIVE))
        .isSorted()
        .allMatch(key -> key.startsWith(day + "/"));
  }

  @Test
  default void movingADayOnThatIsGoneDoesNothing() {
    bench().commit(Archive.archiveDay(LocalDate.parse("2026-03-17")));

    assertThat(store().keys(Archive.SENT_ARCHIVE)).isEmpty();
  }

  private static List<JsonObject> items(Archive archive) {
    return archive.sent().stream().map(id -> archive.readSent(id).orElseThrow()).toList();
  }
}
