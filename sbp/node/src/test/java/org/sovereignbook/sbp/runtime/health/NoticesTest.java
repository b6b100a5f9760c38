package org.sovereignbook.sbp.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.health.Notice.Kind;
import org.sovereignbook.sbp.testing.TestNode;

class NoticesTest {
  @TempDir Path folder;
  private TestNode made;
  private Node node;

  @BeforeEach
  void makeNode() {
    made = TestNode.in(folder.resolve("node"));
    node = made.node();
  }

  /** Means whose sending ends in this way. */
  private record Ending(Optional<String> error, boolean isCrash) implements Notice.Means {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public Optional<String> send(List<Notice> due) {
      if (isCrash) {
        throw new IllegalStateException("crash while sending");
      }
      return error;
    }
  }

  private static List<Notice> open(Kind kind, String... keys) {
    return Stream.of(keys).map(key -> new Notice(kind, key, key + " is open", "sbp do")).toList();
  }

  private List<String> given(Kind kind, String... keys) throws InterruptedException {
    RecordedMeans means = new RecordedMeans();
    assertThat(give(kind, open(kind, keys), means)).isEmpty();
    return means.keys();
  }

  private Optional<String> give(Kind kind, List<Notice> open, Notice.Means means)
      throws InterruptedException {
    try (Notices notices = Notices.open(node).orElseThrow()) {
      return notices.give(kind, open, means);
    }
  }

  private void pass(Duration time) {
    made.clock().advance(time);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void eachNoticeIsGivenOnce(Kind kind) throws InterruptedException {
    assertThat(given(kind, "a")).containsExactly("a");
    assertThat(given(kind, "a")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCrashWhileSendingNeverRepeatsANotice(Kind kind) throws InterruptedException {
    assertThatThrownBy(() -> give(kind, open(kind, "a"), new Ending(Optional.empty(), true)))
        .isInstanceOf(IllegalStateException.class);

    assertThat(given(kind, "a")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"REQUEST", "DRAFT", "HOOK"})
  void aNoticeThatCouldNotBeSentIsSentAgain(Kind kind) throws InterruptedException {
    assertThat(give(kind, open(kind, "a"), new Ending(Optional.of("away"), false)))
        .contains("away");

    assertThat(given(kind, "a")).containsExactly("a");
  }

  @Test
  void onlyProblemsHooksAndWhatFeaturesAskAreGivenAgainADayLater() throws InterruptedException {
    for (Kind kind : Kind.values()) {
      given(kind, "a");
    }
    pass(Duration.ofHours(25));

    assertThat(Stream.of(Kind.values()).filter(this::isGivenAgain))
        .containsExactly(Kind.PROBLEM, Kind.HOOK, Kind.FEATURE);
  }

  private boolean isGivenAgain(Kind kind) {
    try {
      return !given(kind, "a").isEmpty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHookThatFailsNowAndThenIsReportedOnceADay() throws InterruptedException {
    given(Kind.HOOK, "welcome failing");
    assertThat(given(Kind.HOOK)).isEmpty();
    assertThat(given(Kind.HOOK, "welcome failing")).isEmpty();
    assertThat(given(Kind.HOOK, "other failing")).containsExactly("other failing");
  }

  @Test
  void anAnsweredRequestLeavesTheOutbox() throws InterruptedException {
    given(Kind.REQUEST, "a", "b");
    given(Kind.REQUEST, "b");

    assertThat(node.readText(node.home().notices()).orElseThrow())
        .contains("b is open", "\"means\": \"test\"")
        .doesNotContain("a is open");
  }

  @Test
  void aTimeOfAWrongClockSilencesNothing() throws InterruptedException {
    pass(Duration.ofDays(400));
    given(Kind.PROBLEM, "a");
    given(Kind.HOOK, "a");
    pass(Duration.ofDays(-400));

    assertThat(given(Kind.PROBLEM, "a")).containsExactly("a");
    assertThat(given(Kind.HOOK, "a")).containsExactly("a");
  }

  @Test
  void oneProcessAtATimeHasTheOutbox() {
    try (Notices _ = Notices.open(node).orElseThrow()) {
      assertThat(Notices.open(node)).isEmpty();
    }
    try (Notices notices = Notices.open(node).orElseThrow()) {
      assertThat(notices.isAny(Kind.PROBLEM)).isFalse();
    }
  }

  /** The record of alerts of earlier versions. */
  private record Alerted(String alertAt, List<String> about, String digestOf) {}

  @Test
  void theRecordOfAnEarlierVersionCounts() throws InterruptedException {
    node.writeJson(
        node.home().alerts(),
        Shape.write(new Alerted(node.now().toString(), List.of("reader"), "2026-03-16")));
    pass(Duration.ofHours(2));

    assertThat(given(Kind.PROBLEM, "reader")).isEmpty();
    assertThat(given(Kind.DIGEST, "2026-03-16")).isEmpty();
    assertThat(given(Kind.PROBLEM, "reader", "author")).containsExactly("author");
    RecordedMeans means = new RecordedMeans();
    give(
        Kind.REQUEST,
        List.of(new Notice(Kind.REQUEST, "r-1", "a request", "sbp access requests", true)),
        means);
    assertThat(means.keys()).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadCountsAsLost() throws InterruptedException {
    node.writeJson(node.home().notices(), JsonObject.builder().put("notices", "none").build());

    assertThat(given(Kind.REQUEST, "a")).containsExactly("a");
  }
}
