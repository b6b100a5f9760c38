package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;

class AgentStatusTest {
  @Test
  void thereAreTheTransitionsOfTheSeedAndNoOthers() {
    List<String> transitions =
        EnumSet.allOf(AgentStatus.class).stream()
            .flatMap(
                from ->
                    EnumSet.allOf(AgentStatus.class).stream()
                        .filter(from::mayBecome)
                        .map(to -> from + " > " + to))
            .toList();

    assertThat(transitions)
        .containsExactly(
            "registered > active",
            "registered > deactivated",
            "active > suspended",
            "active > deactivated",
            "suspended > active",
            "suspended > deactivated",
            "deactivated > active",
            "deactivated > removed");
  }

  @Test
  void typesAreSpelledAsInTheSeed() {
    assertThat(Words.all(AgentType.class))
        .containsExactly("claude-code", "swarm-worker", "autonomous", "custom");
  }

  @Test
  void oneKeyGivesBothNames() {
    PublicKey key = PublicKey.parse("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");

    assertThat(AgentId.of(key))
        .hasToString("21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9");
    assertThat(Fingerprint.of(key)).hasToString("sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3kl");
  }
}
