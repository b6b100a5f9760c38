package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Expectations;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.authority.access.PolicyLint;
import org.sovereignbook.sbp.authority.access.PolicySet;

/** Every block of YAML on docs/access.md: policies, and after them what is expected of them. */
class AccessPageTest {
  private static final ZonedDateTime NOON =
      ZonedDateTime.parse("2026-03-04T12:00:00+00:00[Europe/Lisbon]");

  @Test
  void everyBlockIsReadAndDoesWhatThePageExpects() {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    PolicyFile own = PolicyFile.parse("default.yaml", Policies.defaultText(), problems);
    PolicySet set = PolicySet.of(List.of(own), problems);
    List<String> failures = new ArrayList<>();
    int households = 0;
    for (Page.Block block : Page.named("docs/access.md").blocks("yaml")) {
      if (block.text().contains("expect:")) {
        failures.addAll(failures(block.text(), set, problems));
        households++;
      } else {
        PolicyFile house = PolicyFile.parse("owner.yaml", block.text(), problems);
        set = PolicySet.of(List.of(own, house), problems);
        for (int hours : new int[] {0, 10, 15, 72}) {
          assertThat(new PolicyLint(set, NOON.plusHours(hours)).findings()).isEmpty();
        }
      }
    }

    assertThat(problems).isEmpty();
    assertThat(failures).isEmpty();
    assertThat(households).isEqualTo(3);
  }

  private static List<String> failures(
      String rows, PolicySet set, List<PolicyFile.Problem> problems) {
    List<String> failures = new ArrayList<>();
    for (Expectations.Expected row : Expectations.parse("rows", rows, NOON, problems).all()) {
      AccessDecision decision = Access.decide(set, row.person().orElseThrow(), row.circumstances());
      row.failures(decision).forEach(failure -> failures.add(row.place() + " " + failure));
    }
    return failures;
  }
}
