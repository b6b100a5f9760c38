package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers wait until the hours are over that delay them. */
class DelayTest {
  private static final String OPEN =
      """
      - { name: open, effect: allow, permissions: { tools: ["*"] } }
      - name: quiet
        effect: allow
        match: { conditions: [ { time: "23:00-08:00" } ] }
        modifiers: { queue_mode: collect, delay_response: true }
        priority: 90
      """;

  private static final String WEEKENDS =
      """
      - name: weekend
        effect: allow
        match: { conditions: [ { time: weekends } ] }
        modifiers: { delay_response: true }
      """;

  private static AccessDecision decide(String who, String time, String... yaml) {
    return Evaluation.of(
        EvaluationTest.policies(yaml),
        Requester.named(who).orElseThrow(),
        Circumstances.of("mail", ZonedDateTime.parse(time)),
        List.of());
  }

  private static Optional<Instant> until(String time, String... yaml) {
    return decide("trust:known", time, yaml).notBefore();
  }

  private static Optional<Instant> at(String time) {
    return Optional.of(Instant.parse(time));
  }

  @Test
  void overMidnightItIsTheMorningOfTheNextDayOrOfThisOne() {
    assertThat(until("2026-01-14T23:30:00Z[Europe/Lisbon]", OPEN))
        .isEqualTo(at("2026-01-15T08:00:00Z"));
    assertThat(until("2026-01-15T02:00:00Z[Europe/Lisbon]", OPEN))
        .isEqualTo(at("2026-01-15T08:00:00Z"));
    assertThat(until("2026-01-15T08:00:00Z[Europe/Lisbon]", OPEN)).isEmpty();
  }

  @Test
  void hoursThatFollowEachOtherEndWithTheLast() {
    assertThat(until("2026-01-16T23:30:00Z[Europe/Lisbon]", OPEN, WEEKENDS))
        .as("a Friday night: until Monday morning")
        .isEqualTo(at("2026-01-19T08:00:00Z"));
  }

  /** Neither hours without a delay count, nor a delay of somebody else. */
  @Test
  void onlyDelaysThatApplyMakeItLater() {
    String others =
        """
        - name: morning
          effect: allow
          permissions: { tools: ["*"] }
          match: { conditions: [ { time: "08:00-12:00" } ] }
        - name: of-an-agent
          effect: allow
          match: { principal: { agent: ada }, conditions: [ { time: "08:00-10:00" } ] }
          modifiers: { delay_response: true }
        """;
    assertThat(until("2026-01-14T23:30:00Z[Europe/Lisbon]", OPEN, others))
        .isEqualTo(at("2026-01-15T08:00:00Z"));
  }

  @Test
  void hoursWithinOthersEndWithTheLast() {
    String evening =
        """
        - name: evening
          effect: allow
          match: { conditions: [ { time: "22:00-02:00" } ] }
          modifiers: { delay_response: true }
        """;
    assertThat(until("2026-01-14T23:30:00Z[Europe/Lisbon]", OPEN, evening))
        .isEqualTo(at("2026-01-15T08:00:00Z"));
  }

  /** Half days that follow each other for ever are followed for 32 of them. */
  @Test
  void aDelayThatNeverEndsIsGivenAnEnd() {
    String always =
        """
        - name: always
          effect: allow
          match: { conditions: [ { time: "00:00-12:00" }, { time: "12:00-24:00" } ] }
          modifiers: { delay_response: true }
          permissions: { tools: ["*"] }
        """;
    assertThat(until("2026-01-14T00:00:00Z[Europe/Lisbon]", always))
        .isEqualTo(at("2026-01-30T00:00:00Z"));
  }

  @Test
  void theOwnersClockCountsWhenItLeapsAndWhenItGoesBack() {
    assertThat(until("2026-03-28T23:30:00Z[Europe/Lisbon]", OPEN))
        .as("the night has an hour less")
        .isEqualTo(at("2026-03-29T07:00:00Z"));
    assertThat(until("2026-10-24T23:30:00+01:00[Europe/Lisbon]", OPEN))
        .as("the night has an hour more")
        .isEqualTo(at("2026-10-25T08:00:00Z"));
    String endsInTheLeap = OPEN.replace("23:00-08:00", "23:00-01:30");
    assertThat(until("2026-03-28T23:30:00Z[Europe/Lisbon]", endsInTheLeap))
        .as("a time that no clock shows is when it leaps")
        .isEqualTo(at("2026-03-29T01:00:00Z"));
  }

  @Test
  void whoeverIsHeardFirstSaysWhetherThereIsADelay() {
    String never =
        """
        - name: urgent
          effect: allow
          modifiers: { delay_response: false }
          priority: 95
        """;
    assertThat(until("2026-01-14T23:30:00Z[Europe/Lisbon]", OPEN, never)).isEmpty();
  }

  @Test
  void whatAPeerCausesCarriesItAndWhatTheNodeCausesDoesNot() {
    String night = "2026-01-14T23:30:00Z[Europe/Lisbon]";

    assertThat(decide("trust:known", night, OPEN).authority().limits().toString())
        .contains("\"queue_mode\":\"collect\"", "\"not_before_ms\":1768464000000");
    assertThat(decide("system", night, OPEN).authority().limits().toString())
        .doesNotContain("queue_mode", "not_before_ms");
  }

  @Test
  void aDelayWithoutAnEndIsAnErrorOfTheFile() {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    PolicyFile _ =
        PolicyFile.parse(
            "hours.yaml",
            "- { name: later, effect: allow, modifiers: { delay_response: true } }",
            problems);

    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().toString()).contains("hours.yaml:1", "needs a time");
  }
}
