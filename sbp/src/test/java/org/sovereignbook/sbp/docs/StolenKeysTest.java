package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Each step that SECURITY.md gives for a stolen key, done as it stands there. */
class StolenKeysTest {
  private static final String PASSPHRASE = "correct horse battery staple";

  @TempDir Path folder;
  private Node node;
  private CliTest owner;

  @BeforeEach
  void makeNode() {
    owner = inRealTime().onTerminal();
    run("init", "--name", "Echo", "--local");
    node = new Node(new NodeHome(folder), new LocalDisk(), owner.clock(), new SecureRandom());
  }

  private CliTest inRealTime() {
    CliTest cli = CliTest.in(folder);
    cli.clock().advance(Duration.between(cli.clock().instant(), Instant.now()));
    return cli;
  }

  /**
   * Returns the commands of the page's sections about stolen keys, by the beginning of the title.
   */
  private static Map<String, List<List<String>>> sections() throws IOException {
    String page = Files.readString(Page.root().resolve("SECURITY.md"));
    String part = page.split("\n## If a key is stolen\n")[1].split("\n## ")[0];
    Map<String, List<List<String>>> sections = new TreeMap<>();
    for (String section : part.split("\n### ")) {
      String title = section.lines().findFirst().orElse("").split("[:,]")[0];
      sections.put(
          title,
          Page.of(section).blocks("").stream()
              .flatMap(block -> ShellLines.of(block.text()).commands().stream())
              .toList());
    }
    return sections;
  }

  /** Does the steps of a section; a minute passes between two. */
  private void steps(String title) throws IOException {
    List<List<String>> commands = sections().getOrDefault(title, List.of());
    assertThat(commands).as(title).isNotEmpty();
    for (List<String> command : commands) {
      assertThat(command.getFirst()).isEqualTo("sbp");
      CliTest.Ran ran = owner.run(command.subList(1, command.size()).toArray(String[]::new));
      assertThat(ran.exit())
          .as(command + "\n" + ran.err())
          .isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
      owner.clock().advance(Duration.ofMinutes(1));
    }
  }

  private void run(String... words) {
    CliTest.Ran ran = owner.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
  }

  private KeyPair keys(Path file) {
    return KeyFile.load(node.disk(), file);
  }

  private KeyPair current() {
    return keys(node.home().keypair());
  }

  private KeyPair next() {
    return keys(node.home().nextKeypair());
  }

  /** Returns the verdict of a peer that holds one document on what a thief signs. */
  private Code refusal(IdentityDocument held, IdentityDocument forged) {
    return Rotation.succeeds(held, forged).why().map(Rejection::code).orElseThrow();
  }

  private IdentityDocument rotated(KeyPair old, KeyPair to) {
    IdentityDocument before = node.identity();
    return IdentityDocument.rotate(
        old,
        to,
        new IdentityDocument.Claims(
            before.name(), before.endpoint(), before.description(), Optional.empty()),
        new Timestamp(owner.clock().instant()));
  }

  @Test
  void everySectionWithCommandsHasATest() throws IOException {
    assertThat(
            sections().entrySet().stream()
                .filter(section -> !section.getValue().isEmpty())
                .map(Map.Entry::getKey))
        .containsExactlyInAnyOrder(
            "The current key",
            "The next key",
            "Both keys",
            "An agent's token",
            "An agent's own key",
            "Your passphrase",
            "A key by which you answer from elsewhere",
            "A webhook's secret",
            "The password of a channel");
  }

  @Test
  void aThiefOfTheCurrentKeyIsRotatedOut() throws IOException {
    IdentityDocument held = node.identity();
    KeyPair stolen = current();
    KeyPair committed = next();

    steps("The current key");

    assertThat(current()).isEqualTo(committed);
    assertThat(Rotation.succeeds(held, node.identity()).isValid()).isTrue();
    assertThat(refusal(held, rotated(stolen, TestKeys.eve()))).isEqualTo(Code.COMMITMENT_MISMATCH);
  }

  @Test
  void aThiefOfTheNextKeyIsLeftWithARetiredOne() throws IOException {
    KeyPair stolen = next();

    steps("The next key");

    IdentityDocument held = node.identity();
    assertThat(current()).isNotEqualTo(stolen);
    assertThat(held.previousKey()).contains(stolen.publicKey());
    assertThat(next()).isNotEqualTo(stolen);
  }

  @Test
  void withBothKeysStolenTheNodeBeginsAgain() throws IOException {
    KeyPair stolen = current();
    KeyPair stolenNext = next();
    Peer peer =
        Peer.met(
            "old-name",
            TestKeys.eve().publicKey(),
            TestNode.ALICE_ENDPOINT,
            TrustState.KNOWN,
            node.now());
    Files.writeString(node.home().peers(), PeersDocument.table(List.of(peer)));

    steps("Both keys");

    assertThat(current()).isNotIn(stolen, stolenNext);
    assertThat(owner.run("peers").out()).contains("blocked");
  }

  @Test
  void aThiefOfATokenCallsNothingMore() throws IOException {
    run("agent", "register", "worker");
    String token = owner.run("agent", "token", "worker", "--json").json().string("token").get();
    CliTest thief = inRealTime().with("SBP_AGENT_TOKEN", token);
    assertThat(thief.run("task", "list").exit()).isEqualTo(ExitCode.DONE);

    steps("An agent's token");

    assertThat(thief.run("task", "list").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void anAgentWhoseKeyIsStolenIsEndedAndAnotherRegistered() throws IOException {
    run("agent", "register", "worker");

    steps("An agent's own key");

    assertThat(owner.run("agent", "token", "worker").exit()).isEqualTo(ExitCode.REFUSED);
    run("agent", "token", "worker-two");
  }

  @Test
  void aStolenPassphraseIsReplaced() throws IOException {
    Files.writeString(folder.resolve("old.txt"), PASSPHRASE);
    Files.writeString(folder.resolve("new.txt"), PASSPHRASE + " 2");
    run("access", "passphrase", "--passphrase-file", "old.txt");

    steps("Your passphrase");

    assertThat(owner.run("access", "passphrase", "--remove", "--passphrase-file", "old.txt").exit())
        .isEqualTo(ExitCode.REFUSED);
    run("access", "passphrase", "--remove", "--passphrase-file", "new.txt");
  }

  @Test
  void aStolenKeyForAnswersIsEndedAndAnotherMade() throws IOException {
    run("access", "key", "phone", "--file", "phone.key");

    steps("A key by which you answer from elsewhere");

    assertThat(owner.run("access", "key").out()).contains("phone-two");
    assertThat(owner.run("access", "key").lines()).noneMatch(line -> line.startsWith("phone "));
  }

  @Test
  void aStolenSecretOfAWebhookIsReplaced() throws IOException {
    String stolen = owner.run("webhook", "add", "ci").out();

    steps("A webhook's secret");

    assertThat(owner.run("webhook", "list").out()).contains("ci");
    assertThat(stolen).isNotEmpty();
  }

  @Test
  void aChannelWhosePasswordIsStolenIsEnded() throws IOException {
    run("channel", "add", "folder", "email", "--path", "channel", "--owner", "me", "--no-test");

    steps("The password of a channel");

    assertThat(owner.run("channel", "list").out()).contains("no channels");
    run("channel", "add", "folder", "email", "--path", "channel", "--owner", "me", "--no-test");
  }
}
