package org.sovereignbook.sbp.cli.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class PeerDeliveriesTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer alice;

  @BeforeEach
  void onePeer() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private void log(Duration before, String text) {
    Timestamp at = node.node().now().plus(before.negated());
    byte[] line = "[delivery] %s %s\n".formatted(at, text).getBytes(StandardCharsets.UTF_8);
    node.node().disk().append(node.home().opsLog(), line);
  }

  private void paused(String more) {
    String state =
        """
        {"peers": {"%s": {"failures": 3, "not_before": "%s"%s}}, "failed_since": {}}
        """
            .formatted(alice.publicKey(), node.node().now().plus(Duration.ofHours(2)), more);
    node.node().writeText(StateDocument.DELIVERY.in(node.home()), state);
  }

  private JsonObject of(String name, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "peers";
    words[1] = "deliveries";
    words[2] = "--json";
    System.arraycopy(options, 0, words, 3, options.length);
    return sbp.run(words).json().array("peers").orElseThrow().objects().stream()
        .filter(one -> one.string("name").orElseThrow().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void attemptsAreCountedByDayAsDeliveredFailedAndSilent() {
    log(Duration.ofDays(20), "delivered replies/old to \"Alice\" at https://alice.example.com");
    log(Duration.ofDays(1), "delivered replies/r1 to \"Alice\" at https://alice.example.com");
    log(Duration.ofDays(1), "retry replies/r2 to \"Alice\" at https://a.example: unreachable: no");
    log(Duration.ofDays(1), "retry replies/r2 to \"Alice\" at https://a.example: answered 503");
    log(Duration.ZERO, "error: failed replies/r3 to \"Alice\" at https://a.example: answered 400");
    log(Duration.ZERO, "dropped replies/r4 to \"Alice\"");
    log(Duration.ZERO, "delivered replies/r5 to \"Nobody\" at https://n.example");

    assertThat(of("Alice").array("days").orElseThrow().objects())
        .extracting(
            day ->
                "%s %d %d %d"
                    .formatted(
                        day.string("day").orElseThrow(),
                        day.integer("delivered").orElseThrow(),
                        day.integer("failed").orElseThrow(),
                        day.integer("silent").orElseThrow()))
        .containsExactly("2026-03-16 1 1 1", "2026-03-17 0 1 0");
    assertThat(of("Alice", "--days", "30").array("days").orElseThrow().objects()).hasSize(3);
    assertThat(sbp.run("peers", "deliveries", "--days", "0").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void aPeerThatDoesNotAnswerIsSilentAndSaysWhyAndWhatToDo() {
    log(
        Duration.ofHours(3),
        "retry replies/r to \"Alice\" at https://a.example: unreachable: gone");
    paused(", \"unreached_at\": \"%s\"".formatted(node.node().now().plus(Duration.ofHours(-3))));

    JsonObject found = of("Alice");
    assertThat(found.string("state")).contains("silent");
    assertThat(found.string("why").orElseThrow())
        .contains("Nothing answers at https://alice.example.com", "3 attempts", "gone", "2 h");
    assertThat(found.string("remedy")).contains("sbp follow https://alice.example.com");
    assertThat(sbp.run("peers", "deliveries").out()).contains("silent", "Nothing answers at");
  }

  @Test
  void aPeerThatAnswersAndTakesNothingRefuses() {
    log(Duration.ofHours(1), "retry replies/r to \"Alice\" at https://a.example: answered 503");
    paused("");

    assertThat(of("Alice").string("state")).contains("refusing");
    assertThat(of("Alice").string("why").orElseThrow()).contains("It answers", "answered 503");
  }

  @Test
  void aPeerThatWasHeardOfIsReachableAndOneThatNobodyFollowsIsQuiet() {
    node.put(alice.contactedAt(node.node().now().plus(Duration.ofDays(-6))));
    assertThat(of("Alice").string("state")).contains("reachable");
    assertThat(of("Alice").has("why")).isFalse();

    node.put(alice.contactedAt(node.node().now().plus(Duration.ofDays(-8))));
    assertThat(of("Alice").string("state")).contains("quiet");
    assertThat(of("Alice").string("why").orElseThrow()).contains("Neither of you follows");

    node.put(alice.withSubscribed(true));
    assertThat(of("Alice").string("why").orElseThrow()).contains("nothing to say");
    node.put(alice.withTrust(TrustState.BLOCKED));
    assertThat(of("Alice").string("state")).contains("blocked");
    assertThat(of("Alice").string("remedy").orElseThrow()).startsWith("sbp peers unblock");
  }

  @Test
  void aPageEndsAtItsLimitAndOnePeerIsFoundByItsName() {
    Peer _ =
        node.addPeer(
            "Eve", TestKeys.eve(), Endpoint.parse("https://eve.example.com"), TrustState.KNOWN);

    JsonObject first = sbp.run("peers", "deliveries", "--limit", "1", "--json").json();
    assertThat(first.array("peers").orElseThrow().objects()).hasSize(1);
    assertThat(first.string("next")).isPresent();
    assertThat(sbp.run("peers", "deliveries", "eve").out()).contains("Eve").doesNotContain("Alice");
    assertThat(sbp.run("peers", "deliveries", "nobody").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
