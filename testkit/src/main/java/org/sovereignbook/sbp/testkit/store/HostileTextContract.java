package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** Whatever strangers write is kept as it is and means nothing. */
interface HostileTextContract extends StoreUnderTest {
  /** Text that ends strings, statements, lines, rows and documents somewhere. */
  List<String> TEXTS =
      List.of(
          "'; DROP TABLE inbox; --",
          "\" \\ \\\\ \\' $1 ? :name %s {0} ${x}",
          "NUL \u0000 in the middle",
          "\u0001\u001b[31m\u007f\u0085\u2028\u2029",
          "emoji \ud83e\udd86 and \u202e right to left",
          "| pipe | cell |\n# heading\r\n```\n",
          "\u00e9 and e\u0301",
          "\ufeff\uffff",
          "  spaces  ",
          "");

  @Test
  default void jsonKeepsEveryText() {
    for (String text : TEXTS) {
      JsonObject item = json("text", text).with("text of " + text, "name");
      bench()
          .commit(
              Outbox.put(reply("a"), item),
              Outbox.fail(reply("failed"), item),
              Outbox.sent(reply("sent"), item, bench().now()),
              StateDocument.NETWORK.write(item));

      assertThat(store().outbox().read(reply("a"))).contains(item);
      assertThat(store().state(StateDocument.NETWORK)).contains(item);
    }
    assertThat(
            store().outbox().failed().stream()
                .map(
                    name ->
                        store()
                            .outbox()
                            .readFailed(name)
                            .orElseThrow()
                            .string("text")
                            .orElseThrow()))
        .containsExactlyInAnyOrderElementsOf(TEXTS);
    assertThat(
            store().archive().sent().stream()
                .map(
                    id ->
                        store().archive().readSent(id).orElseThrow().string("text").orElseThrow()))
        .containsExactlyInAnyOrderElementsOf(TEXTS);
  }

  @Test
  default void whateverIsMadeOfHostilePiecesIsKeptEverywhereAndMeansNothing() {
    Random random = new Random(9);
    Store reopened = store();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String text = hostile(random);
      String name = HostileTextContract.name(random);
      JsonObject json = json("text", text).with(text + i, text);
      Peer peer = bench().peer("peer " + i).withName(text).withNotes(text);
      LogEntry entry = new LogEntry("reader", bench().now(), safe(text));
      lines.add(entry.line());
      bench().meet(peer);
      bench()
          .commit(
              Outbox.put(new OutboxId(OutboxKind.REPLIES, name), json),
              StateDocument.NETWORK.write(json),
              LogFile.OPS.append(entry),
              SeenEnvelopes.see(ContentHash.ofBytes(bytes(text)), new InboxId(name)));
      InboxId id = store().inbox().accept(bytes(text), Bench.NOON);

      reopened = i % 20 == 0 ? bench().reopened() : store();
      assertThat(reopened.outbox().read(new OutboxId(OutboxKind.REPLIES, name))).contains(json);
      assertThat(reopened.state(StateDocument.NETWORK)).contains(json);
      assertThat(reopened.peers().find(peer.publicKey())).contains(peer);
      assertThat(reopened.inbox().read(id).orElseThrow()).isEqualTo(bytes(text));
    }
    assertThat(reopened.lines(LogFile.OPS)).isEqualTo(lines);
    assertThat(reopened.inbox().pending()).hasSize(60);
  }

  /** Text that UTF-8 cannot encode is refused before anything is changed, or read as something. */
  @Test
  default void halfACharacterBreaksNothing() {
    String half = "half \ud83e of a duck";
    List<Change> changes = new ArrayList<>();
    Peer peer = bench().peer("duck").withName(half);
    changes.addAll(store().peers().with(peer).changes(store().peers()));
    changes.add(LogFile.OPS.append(new LogEntry("reader", bench().now(), half)));
    for (Change change : changes) {
      try {
        bench().commit(StateDocument.NETWORK.write(json("n", "1")), change);
        assertThat(store().state(StateDocument.NETWORK)).isPresent();
        bench().commit(StateDocument.NETWORK.delete(StateDocument.NETWORK.name()));
      } catch (IllegalArgumentException e) {
        assertThat(store().state(StateDocument.NETWORK)).as("all or nothing").isEmpty();
      }
    }
    bench().commit(LogFile.OPS.append(new LogEntry("reader", bench().now(), "goes on")));

    Store again = bench().reopened();
    assertThat(again.lines(LogFile.OPS)).last().asString().endsWith("goes on");
    assertThat(again.peers().problems()).isEmpty();
  }

  /** Joins several of the texts and single characters. */
  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      text.append(TEXTS.get(random.nextInt(TEXTS.size())));
      text.append("'\";-)\\%_?$\u0000\u001a".charAt(random.nextInt(11)));
    }
    return text.toString();
  }

  private static String name(Random random) {
    return "n"
        + Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX)
        + "-._".charAt(random.nextInt(3))
        + "x";
  }

  @Test
  default void objectsKeepEveryText() {
    for (String text : TEXTS) {
      JsonObject object = bench().content("alice", "body " + text, Optional.empty());
      bench().commit(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, object));

      assertThat(store().objects().find(ObjectStore.CONTENT_RECEIVED, ContentHash.of(object)))
          .contains(object);
    }
  }

  @Test
  default void peersKeepEveryText() {
    for (int i = 0; i < TEXTS.size(); i++) {
      Peer peer = bench().peer("peer " + i).withName(TEXTS.get(i)).withNotes(TEXTS.get(i));
      bench().meet(peer);
      assertThat(store().peers().find(peer.publicKey())).contains(peer);
    }
    store().refresh();
    assertThat(bench().reopened().peers().peers()).hasSize(TEXTS.size());
    assertThat(store().peers().problems()).isEmpty();
  }

  @Test
  default void aLogLineStaysOneLine() {
    for (String text : TEXTS) {
      bench().commit(LogFile.OPS.append(new LogEntry("reader", bench().now(), safe(text))));
    }

    assertThat(bench().reopened().lines(LogFile.OPS))
        .containsExactlyElementsOf(
            TEXTS.stream()
                .map(text -> new LogEntry("reader", bench().now(), safe(text)).line())
                .toList());
  }

  @Test
  default void bodiesOfAMegabyteAreKept() {
    String body = "0123456789abcde\ud83e\udd86".repeat(62_000);
    JsonObject object = bench().content("alice", body, Optional.empty());
    bench()
        .commit(
            ObjectStore.put(ObjectStore.CONTENT_RECEIVED, object),
            Outbox.put(reply("a"), object),
            LogFile.SESSION.append(new LogEntry("reader", bench().now(), body)));
    InboxId id = store().inbox().accept(bytes(body), Bench.NOON);

    assertThat(
            bench().reopened().objects().find(ObjectStore.CONTENT_RECEIVED, ContentHash.of(object)))
        .contains(object);
    assertThat(store().outbox().read(reply("a"))).contains(object);
    assertThat(store().lines(LogFile.SESSION).getFirst()).endsWith(body);
    assertThat(store().inbox().usage().bytes()).isEqualTo(bytes(body).length);
    assertThat(store().inbox().read(id))
        .hasValueSatisfying(read -> assertThat(read).isEqualTo(bytes(body)));
  }

  @Test
  default void namesAreAsLongAndAsOddAsTheyMayBe() {
    OutboxId longest = new OutboxId(OutboxKind.NETWORK, "a" + "-._9Z".repeat(29) + "wxyz");
    OutboxId upper = new OutboxId(OutboxKind.NETWORK, "A");
    OutboxId lower = new OutboxId(OutboxKind.NETWORK, "b");
    bench()
        .commit(
            Outbox.put(longest, json("n", "1")),
            Outbox.put(upper, json("n", "2")),
            Outbox.put(lower, json("n", "3")));

    assertThat(store().outbox().pending())
        .as("by code, not by the alphabet of a language")
        .containsExactly(upper, longest, lower);
    assertThat(store().outbox().read(longest)).contains(json("n", "1"));
  }

  /** Makes text safe as components do before they log it: one line of text. */
  private static String safe(String text) {
    return text.replaceAll("[\u0000-\u001f\u007f-\u009f\u2028\u2029]", "?") + ".";
  }
}
