package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Archive.SentId;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** Content of a database of schema version 1, and the form that later programs must find it in. */
public final class FirstSchema {
  private static final ContentHash HASH = ContentHash.ofBytes(new byte[] {1});
  private static final ContentHash OTHER = ContentHash.ofBytes(new byte[] {2});

  private FirstSchema() {}

  /**
   * Returns the statements that fill the tables of version 1.
   *
   * @param envelope the database's literal for the bytes {@code {}}
   */
  public static List<String> filling(String envelope) {
    return """
    INSERT INTO inbox VALUES ('pending', '2026-03-17T120000Z-aaaa', ENVELOPE, 2, 1773748800);
    INSERT INTO inbox VALUES ('processed', 'by-hand', ENVELOPE, 2, 1773748800);
    INSERT INTO inbox VALUES ('rejected', 'bad', ENVELOPE, 2, 1773748800);
    INSERT INTO accepted_envelope VALUES ('HASH', '2026-03-17T120000Z-aaaa', 1773748800);
    INSERT INTO outbox (kind, name, item) VALUES ('replies', 'a', '{"n": "\u00e9"}');
    INSERT INTO outbox_failed VALUES ('b', '{"n": 2}');
    INSERT INTO sent VALUES (0, '2026-03-17', 'c', '{"n": 3}');
    INSERT INTO sent VALUES (1, '2026-01-02', 'd', '{"n": 4}');
    INSERT INTO object VALUES ('content/received', 'HASH', '{"n": 5}');
    INSERT INTO seen_hash VALUES ('HASH', 'content/received');
    INSERT INTO reply VALUES ('OTHER', 'HASH');
    INSERT INTO seen_envelope VALUES ('OTHER', 'by-hand', 1773748800);
    INSERT INTO state VALUES ('scheduler-state', '{"n": 6}');
    INSERT INTO log VALUES ('ops', 4, 'a line');
    INSERT INTO log_archive VALUES ('ops', '2026-02', 1, 'an old line');
    INSERT INTO head VALUES ('ops', 5);
    """
        .replace("ENVELOPE", envelope)
        .replace("HASH", HASH.toString())
        .replace("OTHER", OTHER.toString())
        .lines()
        .toList();
  }

  /** Asserts that all of it is there, and that the store continues with it. */
  public static void assertCarriedOver(Store store) {
    InboxId waiting = new InboxId("2026-03-17T120000Z-aaaa");
    assertThat(store.inbox().pending()).containsExactly(waiting);
    assertThat(store.inbox().read(waiting).orElseThrow())
        .isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
    assertThat(store.archive().envelopes(Archive.PROCESSED))
        .containsExactly(new InboxId("by-hand"));
    assertThat(store.changedAt(Archive.PROCESSED, "by-hand").orElseThrow().getEpochSecond())
        .isEqualTo(1_773_748_800);
    assertThat(store.archive().envelopes(Archive.REJECTED)).containsExactly(new InboxId("bad"));
    OutboxId item = new OutboxId(OutboxKind.REPLIES, "a");
    assertThat(store.outbox().pending()).containsExactly(item);
    assertThat(store.outbox().read(item).flatMap(json -> json.string("n"))).contains("\u00e9");
    assertThat(store.outbox().readFailed("b")).contains(number(2));
    assertThat(store.archive().readSent(new SentId(LocalDate.parse("2026-03-17"), "c")))
        .contains(number(3));
    assertThat(store.json(Archive.SENT_ARCHIVE, "2026-01-02/d")).contains(number(4));
    assertThat(store.objects().find(ObjectStore.CONTENT_RECEIVED, HASH)).contains(number(5));
    assertThat(store.objects().isSeen(HASH)).isTrue();
    assertThat(store.objects().replies(OTHER)).containsExactly(HASH);
    assertThat(store.seenEnvelopes().find(OTHER)).contains(new InboxId("by-hand"));
    assertThat(store.state(StateDocument.SCHEDULER)).contains(number(6));
    assertThat(store.archived(LogFile.OPS, YearMonth.of(2026, 2))).containsExactly("an old line");
    assertThat(
            store
                .inbox()
                .accept(HASH, "{}".getBytes(StandardCharsets.UTF_8), Bench.NOON)
                .repeated())
        .as("accepted before by a server of the older program")
        .isTrue();
    store.commit(
        new ChangeSet().add(LogFile.OPS.append(new LogEntry("reader", store.node().now(), "x"))));
    assertThat(store.lines(LogFile.OPS)).hasSize(2).first().isEqualTo("a line");
  }

  private static JsonObject number(int n) {
    return JsonObject.builder().put("n", n).build();
  }
}
