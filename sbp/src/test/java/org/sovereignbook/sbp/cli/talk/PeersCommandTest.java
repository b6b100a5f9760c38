package org.sovereignbook.sbp.cli.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class PeersCommandTest {
  private static final Endpoint EVE_ENDPOINT = Endpoint.parse("https://eve.example.com");

  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer alice;

  @BeforeEach
  void twoPeers() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    node.addPeer("Eve", TestKeys.eve(), EVE_ENDPOINT, TrustState.KNOWN);
  }

  private Peer current(Peer peer) {
    return node.store().peers().find(peer.publicKey()).orElseThrow();
  }

  @Test
  void peersAloneListsThem() {
    CliTest.Ran ran = sbp.run("peers");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.lines()).hasSize(3);
    assertThat(ran.lines().get(1)).startsWith("Alice").contains("endorsed", "alice.example.com");
    assertThat(ran.out()).isEqualTo(sbp.run("peers", "list").out()).doesNotContain("\t");
  }

  @Test
  void anEmptyTableSaysHowToMeetSomebody(@TempDir Path other) {
    TestNode.in(other);

    assertThat(CliTest.in(other).run("peers").out()).contains("sbp follow URL");
  }

  @Test
  void jsonHoldsEveryColumn() {
    var peers = sbp.run("peers", "--json").json().array("peers").orElseThrow().objects();

    assertThat(peers).hasSize(2);
    assertThat(peers.getFirst().members().keySet())
        .containsSequence("name", "public_key", "fingerprint", "endpoint", "trust");
    assertThat(peers.getFirst().string("fingerprint"))
        .contains(Fingerprint.of(alice.publicKey()).toString());
  }

  @Test
  void aRowThatCannotBeReadIsReportedWithItsLine() {
    node.node()
        .disk()
        .append(
            node.home().peers(),
            "| Broken | not-a-key |\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    CliTest.Ran ran = sbp.run("peers");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("peers.md", "line 5", "the row is kept");
    assertThat(sbp.run("peers", "--json").json().array("problems").orElseThrow().objects())
        .singleElement()
        .satisfies(problem -> assertThat(problem.integer("line")).hasValue(5));
  }

  @Test
  void aNameThatSteersTheTerminalIsSpelledOut() {
    node.put(alice.withName("\u001b[31mAl\u202eice"));

    assertThat(sbp.run("peers").out()).doesNotContain("\u001b", "\u202e").contains("\\u001b");
    assertThat(sbp.run("peers", "show", alice.publicKey().toString()).out())
        .doesNotContain("\u001b", "\u202e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Alice",
        "alice",
        "https://alice.example.com",
        "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "11qY",
        "FINGERPRINT"
      })
  void aPeerIsFoundByWhateverNamesIt(String given) {
    String reference =
        given.equals("FINGERPRINT") ? Fingerprint.of(alice.publicKey()).toString() : given;

    CliTest.Ran ran = sbp.run("peers", "show", reference, "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().string("public_key")).contains(alice.publicKey().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Alice", "\u0410lice", "al\u0456ce"})
  void claimsOfOneStandingThatCollideAreRefusedWithBothKeysAndShownWithThem(String claimed) {
    PublicKey other = stranger(claimed, TrustState.ENDORSED);

    CliTest.Ran shown = sbp.run("peers");
    CliTest.Ran ran = sbp.run("peers", "trust", "Alice");

    assertThat(shown.out())
        .contains(
            "Alice (" + Abbreviation.of(alice.publicKey()) + ")",
            claimed + " (" + Abbreviation.of(other) + ")");
    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err())
        .contains("could be any of 2", alice.publicKey().toString(), other.toString());
    assertThat(current(alice).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Alice", "\u0410lice", "11qYAYKx", "11qY", "https://alice.example.com"})
  void aClaimOfLowerStandingNeverCompetes(String claimed) {
    PublicKey other = stranger(claimed, TrustState.KNOWN);

    for (String given : List.of("Alice", "11qYAYKx", "11qY")) {
      CliTest.Ran ran = sbp.run("peers", "show", given, "--json");
      assertThat(ran.json().string("public_key")).contains(alice.publicKey().toString());
    }
    assertThat(sbp.run("peers").out())
        .doesNotContain("Alice (" + Abbreviation.of(alice.publicKey()));
    assertThat(sbp.run("peers", "show", other.toString(), "--json").json().string("public_key"))
        .contains(other.toString());
  }

  @Test
  void aPrintedKeyBeatsTheNameOfAPeerOfHigherStanding() {
    PublicKey other = stranger("Eve", TrustState.KNOWN);
    stranger(Abbreviation.of(other), "y", TrustState.TRUSTED);

    CliTest.Ran ran = sbp.run("peers", "block", "--json", "--", Abbreviation.of(other));

    assertThat(ran.json().string("public_key")).contains(other.toString());
  }

  @Test
  void anotherEndpointThanItsOwnGainsAStrangerNothing() {
    node.addPeer("Eve", TestKeys.named("x"), alice.endpoint(), TrustState.KNOWN);

    assertThat(
            sbp.run("peers", "show", alice.endpoint().toString(), "--json")
                .json()
                .string("public_key"))
        .contains(alice.publicKey().toString());
  }

  @Test
  void theOwnersNameForAPeerBeatsEveryClaim() {
    PublicKey other = stranger("Bob", TrustState.TRUSTED);

    assertThat(sbp.run("peers", "name", "Alice", "Bob").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("peers", "name", "Bob", "Bob").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);

    assertThat(sbp.run("peers", "show", "Bob", "--json").json().string("public_key"))
        .contains(alice.publicKey().toString());
    CliTest.Ran twice = sbp.run("peers", "name", "--", other.toString(), "B\u043eb");
    assertThat(twice.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(twice.err()).contains("you gave this name", alice.publicKey().toString());
    assertThat(sbp.run("peers", "name", "Bob", " ").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  private PublicKey stranger(String name, TrustState trust) {
    return stranger(name, "x", trust);
  }

  private PublicKey stranger(String name, String key, TrustState trust) {
    node.addPeer(
        name, TestKeys.named(key), Endpoint.parse("https://" + key + ".example.com"), trust);
    return TestKeys.named(key).publicKey();
  }

  @Test
  void anUnknownPeerIsNotFoundAndTheNearestNameSuggested() {
    CliTest.Ran ran = sbp.run("peers", "show", "Alyce");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("did you mean", "Alice");
  }

  @Test
  void trustChangesOneCellAndSaysSoInTheOpsLog() {
    String before = node.node().readText(node.home().peers()).orElseThrow();

    CliTest.Ran ran = sbp.run("peers", "trust", "Alice");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.node().readText(node.home().peers()))
        .contains(before.replace("| endorsed |", "| trusted |"));
    assertThat(node.store().lines(LogFile.OPS))
        .containsExactly(
            "[cli] 2026-03-17T12:05:00Z peer \"Alice\" (11qYAYKx): trust endorsed -> trusted");
  }

  @Test
  void trustingTwiceIsNothingToDo() {
    sbp.run("peers", "trust", "Alice");

    CliTest.Ran ran = sbp.run("peers", "trust", "Alice", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(ran.json().bool("changed")).contains(false);
    assertThat(node.store().lines(LogFile.OPS)).hasSize(1);
  }

  @Test
  void blockEndsTheTiesAndUnblockMakesItKnownNotWhatItWas() {
    node.put(alice.withSubscribed(true).withSubscriber(true));

    CliTest.Ran blocked = sbp.run("peers", "block", "Alice");
    assertThat(blocked.exit()).isEqualTo(ExitCode.DONE);
    assertThat(blocked.err())
        .contains(
            "-> blocked, subscribed true -> false, subscriber true -> false",
            "unblocking makes it known, and brings nothing else back");
    assertThat(current(alice)).isEqualTo(alice.withTrust(TrustState.BLOCKED));

    CliTest.Ran unblocked = sbp.run("peers", "unblock", "Alice");
    assertThat(unblocked.exit()).isEqualTo(ExitCode.DONE);
    assertThat(unblocked.err())
        .contains("from before it was blocked are gone:  sbp peers trust -- " + alice.publicKey());
    assertThat(current(alice).trust()).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void blockingWhomWeFollowTellsItSo() {
    node.put(alice.withSubscribed(true));

    sbp.run("peers", "block", "Alice");

    assertThat(node.store().outbox().pending())
        .singleElement()
        .satisfies(
            id ->
                assertThat(node.store().outbox().read(id).orElseThrow().string("message_type"))
                    .contains("unsubscribe"));
  }

  @Test
  void aStrangerIsBlockedByItsKeyAndUnblockedAgain() {
    String key = TestKeys.named("stranger").publicKey().toString();

    assertThat(sbp.run("peers", "block", "--", key).exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.store().peers().trust(TestKeys.named("stranger").publicKey()))
        .isEqualTo(TrustState.BLOCKED);
    assertThat(sbp.run("peers", "block", "--", key).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(sbp.run("peers", "unblock", "--", key).exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("peers", "block", "nobody").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void unblockLeavesAPeerThatIsNotBlockedAlone() {
    assertThat(sbp.run("peers", "unblock", "Alice").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(current(alice).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void removeForgetsThePeerAndKeepsTheOthers() {
    CliTest.Ran ran = sbp.run("peers", "remove", "Alice");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.store().peers().peers()).extracting(Peer::name).containsExactly("Eve");
    assertThat(node.store().lines(LogFile.OPS)).singleElement().asString().contains("removed");
  }

  @Test
  void removeRefusesAPeerWithTiesUnlessForced() {
    node.put(alice.withSubscriber(true));

    CliTest.Ran refused = sbp.run("peers", "remove", "Alice");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("it follows us", "--force");
    assertThat(node.store().peers().find(alice.publicKey())).isPresent();
    assertThat(sbp.run("peers", "remove", "--force", "Alice").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void removeDoesNotLiftABlockUnnoticed() {
    node.put(alice.withTrust(TrustState.BLOCKED));

    assertThat(sbp.run("peers", "remove", "Alice").err()).contains("it is blocked");
  }

  @Test
  void sharedOptionsStandWhereverTheUserPutsThem(@TempDir Path elsewhere) {
    CliTest away = CliTest.in(elsewhere);
    String home = folder.toString();

    for (List<String> words :
        List.of(
            List.of("--home", home, "--json", "peers", "show", "Eve"),
            List.of("peers", "--home", home, "--json", "show", "Eve"),
            List.of("peers", "show", "Eve", "--home", home, "--json"))) {
      CliTest.Ran ran = away.run(words.toArray(String[]::new));
      assertThat(ran.json().string("name")).as(words.toString()).contains("Eve");
    }
  }
}
