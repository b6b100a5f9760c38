package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.MemoryHolder;

/** An agent leaves its node with a bundle, works on another node, and comes back. */
class ReturnBundleTest {
  @TempDir Path folder;
  private TwoHomes nodes;

  @BeforeEach
  void open() {
    nodes = new TwoHomes(folder);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void aBundleThatSomebodyElseChangedOrThatReturnsTwiceIsRefused() {
    String back = nodes.workAway();

    TwoHomes.refused(
        "unauthorized", () -> Bundle.parse(back.replace("south by the hill", "south by the mill")));
    TwoHomes.refused("invalid_bundle", () -> Bundle.parse(back.substring(0, back.length() / 2)));
    Returns.Returned _ = nodes.begin(back, false);
    TwoHomes.refused("unknown_absence", () -> nodes.begin(back, false));
    Returns.Returned _ = nodes.merge(Optional.empty());
    TwoHomes.refused("unknown_absence", () -> nodes.begin(back, false));
  }

  @Test
  void theBundleThatLeftIsNoProofThatTheAgentIsBack() {
    String left = TwoHomes.leave(nodes.home);

    TwoHomes.refused("invalid_bundle", () -> nodes.begin(left, false));
  }

  @Test
  void timesOfAnotherClockCountAsNowAtTheLatest() {
    nodes.host(TwoHomes.leave(nodes.home));
    nodes.away.clock().advance(Duration.ofDays(3_650));
    TwoHomes.write(nodes.away, "inn", "the inn is full");
    TwoHomes.session(nodes.away, "to find a bed");

    Returns.Returned _ = nodes.begin(TwoHomes.leave(nodes.away), false);
    Returns.Returned _ = nodes.merge(Optional.empty());

    long now = nodes.home.clock().instant().toEpochMilli();
    assertThat(
            nodes
                .home
                .ledger()
                .<Long>read(
                    tx ->
                        tx.number(
                            "SELECT COUNT(*) FROM memory_item WHERE created_ms > ? OR updated_ms >"
                                + " ?",
                            now,
                            now)))
        .isZero();
    assertThat(
            nodes
                .home
                .ledger()
                .<Long>read(
                    tx -> tx.number("SELECT COUNT(*) FROM memory_chain WHERE at_ms > ?", now)))
        .isZero();
  }

  private static final List<String> TIMES =
      List.of("created_at", "updated_at", "at", "left_at", "written_at");

  /** Returns a bundle with all times of its writer replaced, signed by the agent itself. */
  private String dated(String bundle, String time) {
    JsonObject json = dated(TwoHomes.json(bundle), time);
    for (String part : List.of("items", "sessions")) {
      json =
          json.with(
              part,
              JsonArray.of(
                  json.array(part).orElseThrow().objects().stream()
                      .map(one -> dated(one, time))
                      .toList()));
    }
    return nodes.signed(json);
  }

  private static JsonObject dated(JsonObject json, String time) {
    JsonObject dated = json;
    for (String name : TIMES) {
      dated = dated.has(name) ? dated.with(name, time) : dated;
    }
    return dated;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "2036-02-07T06:28:15Z"})
  void whatWasMadeAwayIsNoOlderThanTheDepartureAndNoNewerThanTheReturn(String time) {
    long route =
        TwoHomes.number(nodes.home, "SELECT created_ms FROM memory_item WHERE label = 'route'");
    long left = nodes.home.clock().instant().toEpochMilli();
    String back = dated(nodes.workAway(), time);
    long now = nodes.home.clock().instant().toEpochMilli();
    long expected = time.startsWith("1970") ? left : now;

    Returns.Returned _ = nodes.begin(back, false);
    assertThat(
            TwoHomes.number(
                nodes.home,
                "SELECT COUNT(*) FROM memory_item WHERE created_ms < ? OR created_ms > ?",
                route,
                now))
        .isZero();
    Returns.Returned _ = nodes.merge(Optional.empty());

    assertThat(
            TwoHomes.number(nodes.home, "SELECT created_ms FROM memory_item WHERE label = 'inn'"))
        .isEqualTo(expected);
    assertThat(
            TwoHomes.number(nodes.home, "SELECT updated_ms FROM memory_item WHERE label = 'inn'"))
        .isEqualTo(now);
    assertThat(
            TwoHomes.number(nodes.home, "SELECT created_ms FROM memory_item WHERE label = 'route'"))
        .isEqualTo(route);
    assertThat(
            TwoHomes.number(nodes.home, "SELECT at_ms FROM memory_chain WHERE session_count = 2"))
        .isEqualTo(expected);
    assertThat(
            nodes
                .home
                .as(
                    "ada",
                    "memory_read_hot",
                    (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)))
                .problem())
        .isEmpty();
  }

  @Test
  void aGuestsItemsMayHaveAnyAgeButNoneIsOfTheFuture() {
    String left = TwoHomes.leave(nodes.home);

    nodes.host(dated(left, "2036-02-07T06:28:15Z"));

    long now = nodes.away.clock().instant().toEpochMilli();
    assertThat(TwoHomes.number(nodes.away, "SELECT MIN(created_ms) FROM memory_item"))
        .isEqualTo(now);
    assertThat(TwoHomes.number(nodes.away, "SELECT MAX(at_ms) FROM memory_chain")).isEqualTo(now);
    String back = TwoHomes.leave(nodes.away);
    assertThat(TwoHomes.json(back).string("left_at").orElseThrow())
        .isEqualTo("2026-03-17T12:05:00Z");
    assertThat(TwoHomes.json(back).string("written_at"))
        .isEqualTo(TwoHomes.json(back).string("left_at"));
  }

  @Test
  void anOldBundleIsHostedWithItsOldItems() {
    nodes.host(dated(TwoHomes.leave(nodes.home), "1970-01-01T00:00:00Z"));

    assertThat(TwoHomes.number(nodes.away, "SELECT MAX(created_ms) FROM memory_item")).isZero();
    assertThat(TwoHomes.text(nodes.away, "route")).isEqualTo("north by the river");
  }

  /** From when and until when a statement is true says nothing about a clock. */
  @Test
  void theTimeInWhichAnItemIsTrueIsKeptAsItWasWritten() {
    JsonObject left = TwoHomes.json(TwoHomes.leave(nodes.home));
    JsonArray items =
        JsonArray.of(
            left.array("items").orElseThrow().objects().stream()
                .map(
                    one ->
                        one.with("valid_from", "1970-01-01T00:00:00Z")
                            .with("valid_to", "2036-01-01T00:00:00Z"))
                .toList());

    nodes.host(nodes.signed(left.with("items", items)));

    assertThat(
            TwoHomes.number(
                nodes.away,
                "SELECT COUNT(*) FROM memory_item WHERE valid_from_ms = 0 AND valid_to_ms ="
                    + " 2082758400000"))
        .isEqualTo(2);
    assertThat(TwoHomes.text(nodes.away, "ferry")).isEqualTo("the ferry goes at nine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"author", "owner", "visibility", "scope", "causes", "trust", "validated"})
  void anItemOfABundleCannotSayWhoseItIs(String name) {
    JsonObject back = TwoHomes.json(nodes.workAway());
    JsonArray items =
        JsonArray.of(
            back.array("items").orElseThrow().objects().stream()
                .map(one -> one.with(name, "owner"))
                .toList());

    TwoHomes.refused(
        "invalid_bundle", () -> Bundle.parse(JsonWriter.compact(back.with("items", items))));
  }
}
