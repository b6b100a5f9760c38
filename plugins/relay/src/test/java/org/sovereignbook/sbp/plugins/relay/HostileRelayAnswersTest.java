package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.letter;
import static org.sovereignbook.sbp.plugins.relay.HostileRelay.received;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.plugins.relay.wire.RelayToken;
import org.sovereignbook.sbp.testing.TestKeys;

/** A guest that its relay attacks by how it answers. */
@Timeout(300)
class HostileRelayAnswersTest extends HostileRelayScene {
  @Test
  void numbersAndMembersOfAnyKindHarmNothing() {
    join();
    relay.brings(
        answer ->
            answer
                .with("days", LARGEST)
                .with("waiting", LARGEST)
                .with("until_ms", -LARGEST)
                .with("taken", -LARGEST)
                .with("megabytes", LARGEST));
    assertThat(guest.fetch()).isZero();
    assertThat(counter("days")).isEqualTo(RelaySettings.MAX_DAYS);
    assertThat(counter("waiting")).isEqualTo(Integer.MAX_VALUE);
    isShown();
    relay.brings(answer -> answer.with("days", -5).with("waiting", -5).with("until_ms", LARGEST));
    assertThat(guest.fetch()).isZero();
    isShown();
    byte[] good = envelope("e");
    relay.brings(
        answer ->
            answer.with(
                "post",
                JsonArray.of(
                    JsonObject.empty(),
                    letter("a", 1, now(), envelope("a")).without("received_ms"),
                    letter("b", 2, now(), envelope("b")).without("envelope"),
                    letter("c", 3, now(), envelope("c")).without("id"),
                    letter("d".repeat(50_000), 4, now(), envelope("d")),
                    letter("e", 5, now(), good).with("number", "five"))));
    assertThat(guest.fetch()).isEqualTo(1);
    for (String post : List.of("\"text\"", "{}", "[[],1,null]")) {
      relay.answers(
          200,
          "application/json",
          "{\"now_ms\":" + System.currentTimeMillis() + ",\"post\":" + post + "}");
      assertThat(guest.fetch()).isZero();
    }
    isShown();
  }

  @Test
  void hugeNumbersOfEnvelopesCountWithinBounds() {
    join();
    relay.bringsUntilTold(
        letter("a", LARGEST, now(), envelope("a")),
        letter("b", -LARGEST, now(), envelope("b")),
        letter("c", 5, now(), envelope("c")));
    assertThat(guest.fetch()).isEqualTo(3);
    assertThat(counter("missing")).isBetween(1L, 1_000_000L);
    isShown();
  }

  @Test
  void answersOfAnySizeEnd() {
    join();
    String many = "{\"id\":\"x\",\"envelope\":\"\",\"received_ms\":" + now().toEpochMilli() + "},";
    relay.answers(
        200,
        "application/json",
        "{\"now_ms\":" + now().toEpochMilli() + ",\"post\":[" + many.repeat(18_000) + "{}]}");
    assertThat(guest.fetch()).isZero();
    assertThat(counter("refused")).isBetween(1L, 100_000L);
    assertThat(relay.requests("fetch")).allMatch(request -> received(request).size() <= 1_000);

    relay.answers(200, "application/json", "{\"post\":\"" + "x".repeat(2 << 20) + "\"}");
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("answers 200");

    relay.answers(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(new byte[1_024]);
            }
          } catch (IOException e) {
            exchange.close();
          }
        });
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("answers 200");
    isShown();
  }

  @Test
  void aRedirectAndAPageAreNoAnswers() {
    join();
    try (HostileRelay other = HostileRelay.start()) {
      relay.answers(
          exchange -> {
            exchange.getResponseHeaders().set("Location", other.endpoint() + "/x/relay/guest");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
          });
      assertThat(guest.fetch()).isZero();
      assertThat(other.requests("fetch")).isEmpty();
      assertThat(other.requests("publish")).isEmpty();
    }
    assertThat(problem()).contains("307");
    relay.answers(200, "text/html", "<html>\u001b[31mparked</html>");
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("200").doesNotContain("\u001b");
    assertThat(guest.relay().string("state")).contains("silent");
    assertThat(guest.run("relay", "list").err()).doesNotContain("\u001b");
  }

  @Test
  void anotherKeyIsFollowedByARotationOnly() {
    join();
    relay.answers(400, "application/json", "{\"error\":\"wrong-recipient\",\"message\":\"no\"}");
    relay.hasKey(STRANGER, Optional.empty());
    assertThat(guest.fetch()).isZero();
    assertThat(problem()).contains("another key");
    relay.hasKey(STRANGER, Optional.of(TestKeys.named("relay")));
    assertThat(guest.fetch()).isZero();
    relay.isHonestAgain();
    relay.bringsUntilTold(letter("a", 1, now(), envelope("a")));
    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(relay.requests("fetch").getLast().string("relay_key"))
        .contains(STRANGER.publicKey().toString());
  }

  @Test
  void aRelayWithAWrongClockGivesNoPost() {
    join();
    for (Duration wrong : List.of(Duration.ofMinutes(6), Duration.ofDays(-400))) {
      relay.brings(
          answer ->
              answer
                  .with("now_ms", now().plus(wrong).toEpochMilli())
                  .with("post", JsonArray.of(letter("a", 1, now(), envelope("a")))));
      assertThat(guest.fetch()).isZero();
      assertThat(problem()).contains("clock");
    }
    relay.brings(answer -> answer.without("now_ms"));
    assertThat(guest.fetch()).isZero();
    assertThat(guest.inbox()).isEmpty();
  }

  @Test
  void joiningTakesOnlyAnAddressBelowTheRelayAndATimeThatIsRight() {
    Endpoint before = guest.endpoint();
    String own = relay.endpoint() + "/x/relay/";
    for (String address :
        List.of(
            "https://evil.example",
            own,
            own + "../../evil",
            own + "a b",
            own + "x?y",
            own + "x".repeat(600),
            relay.endpoint() + ".evil.example/x/relay/abc")) {
      relay.joins(answer -> answer.with("address", address));
      assertThat(guest.run("relay", "join", relay.endpoint().toString()).exit())
          .as(address)
          .isEqualTo(ExitCode.FAILED);
    }
    for (long at : new long[] {0, LARGEST, -LARGEST}) {
      relay.joins(answer -> answer.with("now_ms", at));
      assertThat(guest.run("relay", "join", relay.endpoint().toString()).exit())
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(guest.endpoint()).isEqualTo(before);
    relay.joins(
        answer ->
            answer
                .with("days", LARGEST)
                .with("megabytes", -1)
                .with("taken", LARGEST)
                .with("waiting", LARGEST));
    join();
    isShown();
  }

  @Test
  void anInvitationOfAnotherRelayIsNotGivenAway() {
    String token = RelayToken.of(STRANGER.publicKey(), new byte[24]);
    assertThat(guest.run("relay", "join", relay.endpoint().toString(), "--token", token).exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(relay.requests("join")).isEmpty();
    guest.done(
        "relay",
        "join",
        relay.endpoint().toString(),
        "--token",
        RelayToken.of(relay.key(), new byte[24]));
  }

  @Test
  void aRelayThatRefusesDocumentsStillBringsPost() {
    join();
    guest.done("identity", "--set", "name=Ada");
    AtomicInteger refusals = new AtomicInteger();
    relay.answers(
        exchange -> {
          boolean isPublishing = relay.requests("publish").size() > refusals.get() + 1;
          if (isPublishing) {
            refusals.incrementAndGet();
          }
          byte[] body =
              (isPublishing
                      ? "{\"error\":\"documents-full\",\"message\":\"full\"}"
                      : "{\"now_ms\":" + now().toEpochMilli() + ",\"post\":[]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(isPublishing ? 507 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    assertThat(guest.fetch()).isZero();
    assertThat(refusals).hasValue(1);
    assertThat(problem()).contains("publishes");
    assertThat(guest.relay().string("state")).contains("holding");
  }

  @Test
  void aFaultOfOneRelayKeepsNoOtherBack() {
    join();
    try (HostileRelay second = HostileRelay.start()) {
      second.hasKey(TestKeys.named("second"), Optional.empty());
      guest.done("relay", "join", second.endpoint().toString(), "--spare");
      relay.answers(500, "text/plain", "no");
      second.bringsUntilTold(letter("b", 1, now(), envelope("hello")));
      assertThat(guest.fetch()).isEqualTo(1);
    }
  }

  /** Returns the pause before one, or the first where it begins anew. */
  private static Duration shorter(List<Duration> pauses, int at) {
    Duration first = pauses.getFirst();
    return pauses.get(at).equals(first) ? first : pauses.get(at - 1);
  }

  @Test
  @Timeout(60)
  void aRelayThatDoesNotWaitIsNotAskedAgainAtOnce() throws InterruptedException {
    join();
    byte[] hello = envelope("hello");
    List<Runnable> attacks =
        List.of(
            () -> relay.isHonestAgain(),
            () -> relay.brings(letter("a", 1, now(), hello)),
            () -> relay.brings(letter("x", 1, now(), "forged".getBytes(StandardCharsets.UTF_8))),
            () -> relay.brings(JsonObject.empty()),
            () -> relay.answers(500, "text/plain", "no"),
            () -> relay.answers(200, "application/json", "{}"),
            () -> relay.answers(200, "text/html", "<p>"));
    for (Runnable attack : attacks) {
      relay.isHonestAgain();
      attack.run();
      int before = relay.requests("fetch").size();
      try (RunningGuest running = RunningGuest.start(guest, 6)) {
        List<Duration> pauses = running.pauses();
        assertThat(relay.requests("fetch").size() - before).isLessThanOrEqualTo(7);
        assertThat(pauses.getFirst()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
        // An answer that was slow, as on a busy machine, was waited for: it begins anew.
        assertThat(Collections.max(pauses)).isGreaterThan(pauses.getFirst());
        for (int i = 1; i < pauses.size(); i++) {
          assertThat(pauses.get(i)).isGreaterThanOrEqualTo(shorter(pauses, i));
        }
      }
    }
    assertThat(guest.inbox()).hasSize(1);
  }

  @Test
  void aRelayIsLeftWhileAnotherProcessFetches() throws InterruptedException {
    try (RelayNode honest = RelayNode.in(folder)) {
      guest.join(honest);
      honest.message(guest.endpoint(), envelope("hello"));
      try (RunningGuest running = RunningGuest.start(guest, 1)) {
        CliTest.Ran left = guest.run("relay", "leave", honest.endpoint().toString());
        while (left.exit() == ExitCode.FAILED) {
          left = guest.run("relay", "leave", honest.endpoint().toString());
        }
        assertThat(left.exit()).as(left.err()).isEqualTo(ExitCode.DONE);
        assertThat(running.log()).isEmpty();
      }
      assertThat(guest.inbox()).hasSize(1);
      assertThat(waiting(honest)).isZero();
    }
  }

  @Test
  void aRelaysTextIsPrintedEscaped() {
    join();
    relay.answers(
        503, "application/json", "{\"error\":\"\\u001b[2J\",\"message\":\"\\u001b[31mred\\nrow\"}");
    assertThat(guest.fetch()).isZero();
    CliTest.Ran list = guest.run("relay", "list");
    assertThat(list.out() + list.err()).doesNotContain("\u001b").contains("red");
    CliTest.Ran left = guest.run("relay", "leave", relay.endpoint().toString());
    assertThat(left.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(left.out() + left.err()).doesNotContain("\u001b");
    guest.done("relay", "leave", relay.endpoint().toString(), "--force");
  }
}
