package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** Limits on access requests: pauses, pending requests, and the reasons of a refusal. */
class RequestLimitsTest {
  private static final Authority CI = Authority.of(Principal.webhook("ci"), "hook");
  private static final Authority SHOP = Authority.of(Principal.webhook("shop"), "hook");
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final String NO = "the answer of the last 24 hours was no";
  private static final String TOO_SOON = "it was asked less than 10 minutes ago; call again later";

  @TempDir Path folder;
  private TestNode node;
  private TestSociety society;
  private TestOwner owner;

  @BeforeEach
  void open() {
    node = TestNode.in(folder);
    society = TestSociety.of(node);
    owner = new TestOwner(society);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static JsonObject words(String tool, int argument) {
    List<String> words = List.of(tool, String.valueOf(argument));
    return JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(words)).build();
  }

  private AccessRequests.Asked ask(Authority who, Authority caller, String tool, int argument) {
    return society
        .ledger()
        .write(
            tx ->
                new AccessRequests(tx)
                    .ask(
                        new AccessRequests.Refused(
                            who,
                            caller,
                            tool,
                            words(tool, argument),
                            Optional.of(words(tool, argument)),
                            "no",
                            Optional.empty())));
  }

  private String asked(Authority who, String tool, int argument) {
    return ask(who, who, tool, argument).request().orElseThrow().id();
  }

  private String whyNot(Authority who, String tool, int argument) {
    return ask(who, who, tool, argument).whyNot();
  }

  private boolean isLater(Authority who, String tool) {
    return society
        .ledger()
        .<Boolean>read(tx -> new RequestLimits(tx).isLater(who.principal(), tool));
  }

  private void answer(String request, AccessRequests.Answer answer) {
    var _ = owner.answer(request, answer);
  }

  private void ran(String request) {
    society
        .ledger()
        .run(
            tx -> {
              RequestedCalls calls = new RequestedCalls(tx);
              assertThat(calls.ran(new AccessRequests(tx).named(request), "done")).isTrue();
            });
  }

  @Test
  void aStrangerAsksOnceInTenMinutesWhateverItIsAbout() {
    String _ = asked(CI, "post", 1);
    assertThat(whyNot(CI, "post", 2)).isEqualTo(TOO_SOON);
    assertThat(whyNot(CI, "other", 1)).isEqualTo(TOO_SOON);
    assertThat(whyNot(SHOP, "post", 2)).as("another one").isEmpty();
    society.clock().advance(RequestLimits.PAUSE.minus(MOMENT));
    assertThat(whyNot(CI, "post", 2)).isEqualTo(TOO_SOON);
    society.clock().advance(MOMENT);
    assertThat(whyNot(CI, "post", 2)).isEmpty();
  }

  @Test
  void anAgentAsksOnceAboutEachCall() {
    Authority coder =
        Authority.of(society.agent("coder", TestSociety.tools("task_*")).principal(), "mcp");
    String first = asked(coder, "post", 1);
    assertThat(whyNot(coder, "post", 2)).isEmpty();
    answer(first, AccessRequests.Answer.ONCE);
    assertThat(whyNot(coder, "post", 1)).as("the same call").isEqualTo(TOO_SOON);
    society.clock().advance(RequestLimits.PAUSE);
    ran(first);
    assertThat(whyNot(coder, "post", 1))
        .as("it ran right now")
        .isEqualTo(
            "the owner has approved exactly this call, and it has run (request %s); the same can be"
                    .formatted(first)
                + " asked for again 10 minutes later");
    society.clock().advance(RequestLimits.PAUSE);
    assertThat(whyNot(coder, "post", 1)).isEmpty();
  }

  @Test
  void aNoHoldsForADay() {
    answer(asked(CI, "post", 1), AccessRequests.Answer.DENY);
    society.clock().advance(AccessRequests.OPEN.minus(MOMENT));
    assertThat(whyNot(CI, "post", 2)).isEqualTo(NO);
    assertThat(whyNot(CI, "other", 2)).as("another tool").isEmpty();
    society.clock().advance(RequestLimits.PAUSE);
    assertThat(whyNot(CI, "post", 2)).isEmpty();
  }

  @Test
  void aNoToWhatAPeerHasCausedIsNoneToTheAgentsOwnCalls() {
    Principal agent = society.agent("coder", TestSociety.tools("task_*")).principal();
    Authority own = Authority.of(agent, "mcp");
    Authority caused =
        society
            .ledger()
            .<Authority>read(
                tx ->
                    Access.within(
                        tx, own, List.of(TestOwner.causedByPeer(tx, TrustState.KNOWN, "mcp"))));
    assertThat(Access.beneficiaries(caused)).containsExactly(TestOwner.PEER);
    answer(ask(own, caused, "post", 1).request().orElseThrow().id(), AccessRequests.Answer.DENY);
    assertThat(ask(own, caused, "post", 2).whyNot()).isEqualTo(NO);
    assertThat(whyNot(own, "post", 3)).isEmpty();
    answer(asked(own, "bus_put", 1), AccessRequests.Answer.DENY);
    assertThat(whyNot(own, "bus_put", 2)).isEqualTo(NO);
    assertThat(ask(own, caused, "bus_put", 2).whyNot())
        .as("what it may not for itself it may not for others")
        .isEqualTo(NO);
  }

  @Test
  void noMoreRequestsWaitThanMay() {
    node.configure(
        JsonObject.empty()
            .with("access", JsonObject.builder().put("max_pending_requests", 1).build()));
    String first = asked(CI, "post", 1);
    assertThat(whyNot(SHOP, "post", 1))
        .isEqualTo("as many requests wait as may (access.max_pending_requests)");
    answer(first, AccessRequests.Answer.ONCE);
    assertThat(whyNot(SHOP, "post", 1)).isEmpty();
  }

  @Test
  void aPeerCanBeAskedForAfterAPauseOnly() {
    assertThat(isLater(CI, "post")).as("nothing was asked: at once").isFalse();
    String request = asked(CI, "post", 1);
    assertThat(isLater(CI, "post")).isTrue();
    assertThat(isLater(SHOP, "post")).isFalse();
    answer(request, AccessRequests.Answer.ONCE);
    society.clock().advance(RequestLimits.PAUSE);
    assertThat(isLater(CI, "post")).isFalse();
    ran(request);
    assertThat(isLater(CI, "post")).as("its call ran right now").isTrue();
    assertThat(isLater(CI, "other")).isFalse();
  }

  @Test
  void aPauseIsOfNoUseAfterANoOrWhenTooManyWait() {
    answer(asked(CI, "post", 1), AccessRequests.Answer.DENY);
    assertThat(isLater(CI, "post")).isFalse();
    assertThat(isLater(CI, "other")).isTrue();
    node.configure(
        JsonObject.empty()
            .with(
                "access",
                JsonObject.builder().put("max_pending_requests_per_principal", 0).build()));
    assertThat(isLater(CI, "other")).isFalse();
  }
}
