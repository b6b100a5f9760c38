package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sovereignbook.sbp.peer.reader.Action.ACCEPT_SUBSCRIBE;
import static org.sovereignbook.sbp.peer.reader.Action.ACCEPT_UNSUBSCRIBE;
import static org.sovereignbook.sbp.peer.reader.Action.ENDORSE_CONTENT;
import static org.sovereignbook.sbp.peer.reader.Action.ENDORSE_IDENTITY;
import static org.sovereignbook.sbp.peer.reader.Action.IGNORE;
import static org.sovereignbook.sbp.peer.reader.Action.RECIPROCATE_ANNOUNCE;
import static org.sovereignbook.sbp.peer.reader.Action.REJECT_SUBSCRIBE;
import static org.sovereignbook.sbp.peer.reader.Action.REPLY;
import static org.sovereignbook.sbp.peer.reader.Action.RESHARE;
import static org.sovereignbook.sbp.peer.reader.Action.UPDATE_TRUST;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

/** The pure rules: what fits which item, who may get which trust, what may be configured. */
class DecisionRulesTest {
  @Test
  void theTableOfWhatMayBeDecided() {
    assertThat(Action.allowedOn(new Payload.Announce(JsonObject.empty())))
        .containsExactlyInAnyOrder(RECIPROCATE_ANNOUNCE, ENDORSE_IDENTITY, UPDATE_TRUST, IGNORE);
    assertThat(Action.allowedOn(new Payload.Subscribe()))
        .containsExactlyInAnyOrder(ACCEPT_SUBSCRIBE, REJECT_SUBSCRIBE, UPDATE_TRUST, IGNORE);
    assertThat(Action.allowedOn(new Payload.Unsubscribe()))
        .containsExactlyInAnyOrder(ACCEPT_UNSUBSCRIBE, UPDATE_TRUST, IGNORE);
    assertThat(Action.allowedOn(new Payload.Direct("hello", Optional.empty(), Optional.empty())))
        .as("and what concerns the piece that it points to")
        .containsExactlyInAnyOrder(
            REPLY, ENDORSE_IDENTITY, UPDATE_TRUST, IGNORE, ENDORSE_CONTENT, RESHARE);
  }

  @ParameterizedTest
  @CsvSource({
    "unknown, known", "unknown, endorsed", "unknown, blocked",
    "known, endorsed", "known, blocked", "known, known",
    "endorsed, trusted", "endorsed, known", "endorsed, blocked",
    "trusted, known", "trusted, trusted", "blocked, blocked",
  })
  void whatTheReaderMaySet(String from, String to) {
    assertThatCode(() -> check(new DecisionRules(true), from, to, false))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "unknown, unknown",
    "known, unknown",
    "unknown, trusted",
    "known, trusted",
    "blocked, known",
    "blocked, endorsed",
    "blocked, trusted",
  })
  void whatOnlyTheOperatorMaySet(String from, String to) {
    assertThatThrownBy(() -> check(new DecisionRules(true), from, to, false))
        .isInstanceOf(Decision.Refused.class);
  }

  @Test
  void trustedIsNeverSetWhenTheOperatorSaysSo() {
    assertThatThrownBy(() -> check(new DecisionRules(false), "endorsed", "trusted", false))
        .hasMessageContaining("may_set_trusted");
  }

  @ParameterizedTest
  @CsvSource({"known", "endorsed"})
  void anInvalidIdentityEarnsNothing(String wanted) {
    assertThatThrownBy(() -> check(new DecisionRules(true), "unknown", wanted, true))
        .hasMessageContaining("not valid");
  }

  @Test
  void defaultsAreTheOnesThatInitWrites() {
    Config nothing = ReaderSettings.ALL.checked(Config.empty());

    assertThat(nothing.get(ReaderSettings.MAX_ITEMS_PER_RUN)).isEqualTo(50);
    assertThat(nothing.get(ReaderSettings.MAY_SET_TRUSTED)).isTrue();
  }

  @Test
  void anUnusableValueIsNamed() {
    assertThatThrownBy(
            () ->
                ReaderSettings.ALL.checked(
                    config(JsonObject.builder().put("max_items_per_run", 0).build())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("max_items_per_run");
  }

  private static Config config(JsonObject reader) {
    return new Config(
        Path.of("scheduler-config.json"), JsonObject.builder().put("reader", reader).build());
  }

  private static void check(DecisionRules rules, String from, String to, boolean invalidIdentity)
      throws Decision.Refused {
    TrustState current = TrustState.parse(from).orElseThrow();
    rules.checkTrust(current, current, TrustState.parse(to).orElseThrow(), invalidIdentity);
  }
}
