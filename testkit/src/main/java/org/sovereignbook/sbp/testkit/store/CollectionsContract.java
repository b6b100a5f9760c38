package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Store;

/** Collections that no store has ever heard of: declared here, kept everywhere. */
interface CollectionsContract extends StoreUnderTest {
  Keyed TASKS = Collection.keyed("board/tasks");
  Keyed DONE = Collection.keyed("board/done");
  Keyed BLOBS = Collection.keyed("blobs").ofBytes();
  Keyed MAIL = Collection.keyed("mail").keys(Pattern.compile("[a-z]+/[a-z0-9-]+"));
  Keyed OLD_MAIL = Collection.keyed("old-mail").keys(Pattern.compile("[a-z]+/[a-z0-9-]+"));
  Keyed NOTES = Collection.keyed("notes").readable();
  Keyed TICKETS = Collection.keyed("tickets").remembering(Duration.ofDays(1));
  Keyed TEAM = Collection.document("team", "operational/team.json");
  Streamed EVENTS = Collection.stream("events").readable();

  @Test
  default void aNewCollectionKeepsWhatIsPutIntoItByKey() {
    bench().commit(TASKS.put("b", json("n", "1")), TASKS.put("a", json("n", "2")));
    bench().commit(TASKS.put("b", json("n", "3")));

    Store store = bench().reopened();
    assertThat(store.keys(TASKS)).containsExactly("a", "b");
    assertThat(store.json(TASKS, "b")).contains(json("n", "3"));
    assertThat(store.json(TASKS, "c")).isEmpty();
    assertThat(store.count(TASKS)).isEqualTo(2);
    assertThat(store.entries(TASKS)).containsOnlyKeys("a", "b");
    assertThat(store.changedAt(TASKS, "a")).isPresent();
    assertThat(store.keys(DONE)).isEmpty();
  }

  @Test
  default void entriesMoveToAnotherCollectionAndReplaceNothingThere() {
    bench().commit(TASKS.put("a", json("n", "1")), DONE.put("a", json("n", "0")));
    bench().commit(TASKS.move("a", DONE), TASKS.move("gone", DONE));
    bench().commit(new Change.Move(TASKS, "new", DONE, "b", Optional.of(bytes("{\"n\": \"2\"}"))));

    assertThat(store().keys(TASKS)).isEmpty();
    assertThat(store().keys(DONE)).containsExactly("a", "a-2", "b");
    assertThat(store().json(DONE, "a-2")).contains(json("n", "1"));
    assertThat(store().json(DONE, "b")).contains(json("n", "2"));
  }

  @Test
  default void entriesAreDeletedAndDeletingWhatIsGoneDoesNothing() {
    bench().commit(TASKS.put("a", json("n", "1")), TASKS.put("b", json("n", "2")));
    bench().commit(TASKS.delete("a"), TASKS.delete("gone"));

    assertThat(store().keys(TASKS)).containsExactly("b");
  }

  @Test
  default void bytesComeBackAsTheyWentIn() {
    byte[] odd = {0, (byte) 0xff, '\n', (byte) 0xc3};
    bench().commit(BLOBS.put("odd", odd));
    store().put(BLOBS, "at-once", odd);

    assertThat(bench().another().read(BLOBS, "odd").orElseThrow()).isEqualTo(odd);
    assertThat(store().read(BLOBS, "at-once").orElseThrow()).isEqualTo(odd);
    assertThat(store().usage(BLOBS)).isEqualTo(new Store.Usage(2, 8));
  }

  @Test
  default void anEntryIsCreatedUnderAKeyThatNoneHas() {
    List<String> proposed = new ArrayList<>(List.of("a", "a", "b"));
    store().create(BLOBS, proposed::removeFirst, bytes("1"), Optional.empty());
    Store.Receipt receipt =
        store().create(BLOBS, proposed::removeFirst, bytes("2"), Optional.empty());

    assertThat(receipt).isEqualTo(new Store.Receipt("b", false));
    assertThat(store().read(BLOBS, "a").orElseThrow()).isEqualTo(bytes("1"));
  }

  @Test
  default void aGroupIsListedAndMovesAsAWhole() {
    for (String key : List.of("ann/one", "ann/two", "bob/one")) {
      bench().commit(MAIL.put(key, json("to", key)));
    }
    bench().commit(OLD_MAIL.put("ann/one", json("to", "earlier")));
    assertThat(store().groups(MAIL)).containsExactly("ann", "bob");
    assertThat(store().keys(MAIL, "ann")).containsExactly("ann/one", "ann/two");

    bench().commit(new Change.MoveGroup(MAIL, "ann", OLD_MAIL));
    bench().commit(new Change.MoveGroup(MAIL, "bob", OLD_MAIL));

    assertThat(store().keys(MAIL)).isEmpty();
    assertThat(store().groups(MAIL)).isEmpty();
    assertThat(store().keys(OLD_MAIL))
        .containsExactly("ann/one", "ann/one-2", "ann/two", "bob/one");
    assertThat(store().json(OLD_MAIL, "ann/one")).contains(json("to", "earlier"));
  }

  @Test
  default void aMemoryKeepsWhatCameFirstUntilItIsForgotten() {
    bench().commit(TICKETS.put("a", json("at", "2026-03-17T12:00:00Z")));
    bench().commit(TICKETS.put("a", json("at", "2026-03-17T12:05:00Z")));
    assertThat(store().json(TICKETS, "a")).contains(json("at", "2026-03-17T12:00:00Z"));

    bench().advance(Duration.ofDays(1));
    bench().commit(TICKETS.put("b", json("at", "2026-03-18T12:00:00Z")));
    bench().advance(Duration.ofHours(23));
    assertThat(store().json(TICKETS, "b")).as("it has its time").isPresent();
    bench().commit(TICKETS.put("c", json("at", "2026-03-19T11:00:00Z")));
    assertThat(bench().reopened().keys(TICKETS)).as("a day late at most").containsExactly("b", "c");
  }

  @Test
  default void aCollectionIsReadPageByPage() {
    for (String key : List.of("a", "a-1", "b", "c", "d")) {
      bench().commit(TASKS.put(key, json("n", "1")), TICKETS.put(key, json("n", "1")));
    }

    for (Keyed in : List.of(TASKS, TICKETS)) {
      assertThat(store().entriesAfter(in, "", 2)).containsOnlyKeys("a", "a-1");
      assertThat(store().entriesAfter(in, "a", 2)).containsOnlyKeys("a-1", "b");
      assertThat(store().entriesAfter(in, "b", 9)).containsOnlyKeys("c", "d");
      assertThat(store().entriesAfter(in, "d", 9)).isEmpty();
      assertThat(store().isEmpty(in)).isFalse();
    }
    assertThat(store().isEmpty(DONE)).isTrue();
  }

  @Test
  default void manyEntriesAreReadInTheOrderOfTheirKeys() {
    List<String> keys = IntStream.range(0, 70).mapToObj(i -> "k%03d".formatted(i)).toList();
    for (String key : keys) {
      bench().commit(TASKS.put(key, json("n", key)));
    }
    bench().commit(TASKS.delete("k003"));
    List<String> read = new ArrayList<>();

    store()
        .readEach(
            TASKS,
            keys.reversed(),
            (key, value) -> {
              assertThat(new String(value, StandardCharsets.UTF_8)).contains(key);
              read.add(key);
            });

    assertThat(read)
        .containsExactlyElementsOf(
            keys.reversed().stream().filter(key -> !key.equals("k003")).toList());
    store().readEach(TASKS, List.of(), (key, _) -> read.add(key));
    assertThat(read).hasSize(69);
  }

  @Test
  default void allOfACollectionIsReplacedAtOnce() {
    bench().commit(TASKS.put("a", json("n", "1")), TASKS.put("b", json("n", "2")));
    TreeMap<String, byte[]> entries = new TreeMap<>();
    entries.put("b", bytes("{}"));
    entries.put("c", bytes("{}"));
    bench().commit(new Change.Fill(TASKS, entries));

    assertThat(store().keys(TASKS)).containsExactly("b", "c");
  }

  @Test
  default void aDocumentIsOneEntry() {
    assertThat(store().state(TEAM)).isEmpty();
    bench().commit(TEAM.write(json("n", "1")));
    store().writeState(TEAM, json("n", "2"));

    assertThat(bench().reopened().state(TEAM)).contains(json("n", "2"));
    assertThat(store().keys(TEAM)).containsExactly("team");
  }

  @Test
  default void aNewStreamKeepsItsLinesInOrderAndIsCondensed() {
    bench().commit(EVENTS.append("a"), EVENTS.append("b"));
    bench().commit(EVENTS.append("c"));
    assertThat(store().lines(EVENTS)).containsExactly("a", "b", "c");

    bench().commit(new Change.Condense(EVENTS, bench().now(), 2, 2, List.of("summary")));

    Store store = bench().reopened();
    assertThat(store.lines(EVENTS)).containsExactly("summary", "c");
    assertThat(store.months(EVENTS)).containsExactly(Streamed.month(bench().now()));
    assertThat(store.archived(EVENTS, Streamed.month(bench().now()))).containsExactly("a", "b");
  }

  @Test
  default void whatIsReadableStandsInFilesAfterARefresh() {
    bench().commit(EVENTS.append("a"), NOTES.put("one", json("n", "1")));
    bench().commit(NOTES.put("two", json("n", "2")));
    bench().commit(NOTES.delete("one"));
    store().refresh();

    assertThat(bench().file(EVENTS.in(bench().node().home()))).isEqualTo("a\n");
    assertThat(bench().node().readJson(NOTES.in(bench().node().home()).resolve("two.json")))
        .contains(json("n", "2"));
    assertThat(NOTES.in(bench().node().home()).resolve("one.json")).doesNotExist();
  }

  @Test
  default void collectionsAreForgotten() {
    bench()
        .commit(TASKS.put("a", json("n", "1")), EVENTS.append("a"), DONE.put("b", json("n", "")));
    bench().commit(new Change.Forget(List.of(TASKS, EVENTS)));

    assertThat(store().keys(TASKS)).isEmpty();
    assertThat(store().lines(EVENTS)).isEmpty();
    assertThat(store().keys(DONE)).as("not named").containsExactly("b");
  }

  @Test
  default void allOfASetOrNoneOfIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                store()
                    .commit(
                        new ChangeSet()
                            .add(TASKS.put("a", json("n", "1")))
                            .add(TASKS.put("../../escape", json("n", "2")))));
    assertThat(store().keys(TASKS)).isEmpty();
  }
}
