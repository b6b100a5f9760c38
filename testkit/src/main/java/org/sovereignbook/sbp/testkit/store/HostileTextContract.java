package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;

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

  /** As components make text safe before they log it; what a log may hold is one line of text. */
  private static String safe(String text) {
    return text.replaceAll("[\u0000-\u001f\u007f-\u009f\u2028\u2029]", "?") + ".";
  }
}
