package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestSociety;

class BusTest {
  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.agent("planner");
    society.agent("worker");
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Bus.Entry put(String agent, String key, String value, Optional<Long> version) {
    return society.as(agent, "bus_put", (tx, caller) -> Bus.put(tx, caller, key, value, version));
  }

  @Test
  void everybodyReadsAndOnlyItsAgentWrites() {
    put("worker", "last_result", "done", Optional.empty());

    assertThat(
            society.<Optional<Bus.Entry>>as(
                "planner", "bus_get", (tx, caller) -> Bus.get(tx, caller, "worker:last_result")))
        .flatMap(Bus.Entry::value)
        .contains("done");
    assertThatThrownBy(() -> put("planner", "worker:last_result", "lies", Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not-yours"));
  }

  @Test
  void whoHasNotSeenTheNewestVersionDoesNotOverwriteIt() {
    put("worker", "plan", "one", Optional.of(0L));
    put("worker", "plan", "two", Optional.of(1L));

    assertThatThrownBy(() -> put("worker", "plan", "three", Optional.of(1L)))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("stale-version"));
  }

  @Test
  void neitherValuesNorKeysGrowWithoutBounds() {
    society
        .node()
        .configure(
            JsonObject.builder()
                .put(
                    "bus",
                    JsonObject.builder().put("max_keys", 2).put("max_value_bytes", 8).build())
                .build());
    put("worker", "a", "12345678", Optional.empty());
    put("worker", "b", "x", Optional.empty());
    put("worker", "b", "y", Optional.empty());

    assertThatThrownBy(() -> put("worker", "c", "x", Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("bus-full"));
    assertThatThrownBy(() -> put("worker", "a", "123456789", Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("too-large"));
  }

  @Test
  void whatWasReplacedOrDeletedIsGoneAndSoIsWhatRemovedAgentsHad() {
    put("worker", "status", "one", Optional.empty());
    put("worker", "status", "two", Optional.empty());
    put("worker", "result", "three", Optional.empty());
    assertThat(values()).containsExactlyInAnyOrder("two", "three");
    assertThat(society.<Boolean>as("worker", "bus_delete", (tx, c) -> Bus.delete(tx, c, "result")))
        .isTrue();
    assertThat(values()).containsExactly("two");

    society
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE agent SET living_name = NULL, status = 'removed'"
                        + " WHERE name = 'worker'"));
    society.agent("worker");
    assertThat(
            society.<Optional<Bus.Entry>>as(
                "planner", "bus_get", (tx, caller) -> Bus.get(tx, caller, "worker:status")))
        .isEmpty();
    MailRetention.forget(society.ledger());
    assertThat(values()).isEmpty();
  }

  private List<String> values() {
    return society
        .ledger()
        .read(
            tx ->
                tx.list("SELECT text FROM content WHERE subject_kind = 'bus'", row -> row.text(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "../x", "worker:", ":x", "a\u001b[2J", "Worker:x", "a\n"})
  void whatIsNoKeyIsRefused(String key) {
    assertThatThrownBy(() -> put("worker", key, "x", Optional.empty()))
        .isInstanceOf(SocietyException.class);
  }
}
