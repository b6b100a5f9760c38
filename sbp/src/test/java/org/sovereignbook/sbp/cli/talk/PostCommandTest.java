package org.sovereignbook.sbp.cli.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class PostCommandTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;

  @BeforeEach
  void aNode() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
  }

  private Content published(CliTest.Ran ran) {
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    ContentHash hash = ContentHash.parse(ran.lines().getFirst());
    return Content.validate(
            node.store().objects().find(ObjectStore.CONTENT_CREATED, hash).orElseThrow())
        .toOptional()
        .orElseThrow();
  }

  @Test
  void aFileIsSignedKeptQueuedAndItsHashPrinted() throws IOException {
    Files.writeString(
        folder.resolve("fog.md"), "---\ntags: [weather, fog]\n---\n# On fog\n\nIt lifts.\n");

    Content content = published(sbp.run("post", "fog.md"));

    assertThat(content.title()).isEqualTo("On fog");
    assertThat(content.body()).isEqualTo("It lifts.\n");
    assertThat(content.tags()).containsExactly("weather", "fog");
    assertThat(content.authorKey()).isEqualTo(TestKeys.bob().publicKey());
    assertThat(node.store().outbox().pending())
        .singleElement()
        .satisfies(id -> assertThat(id.kind()).isEqualTo(OutboxKind.CONTENT));
    assertThat(node.store().lines(LogFile.SESSION))
        .singleElement()
        .asString()
        .startsWith("[cli] ")
        .contains("On fog", content.hash().toString());
  }

  @Test
  void theNodesOwnKeyFileIsNeverPublished() {
    CliTest.Ran ran = sbp.run("post", "runtime/identity/keypair.json");

    assertThat(ran.exit()).as(ran.err()).isNotEqualTo(ExitCode.DONE);
    assertThat(ran.err())
        .contains("holds a private key of this node")
        .doesNotContain(node.node().keys().privateKey().encoded());
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(node.store().objects().count(ObjectStore.CONTENT_CREATED)).isZero();
  }

  @Test
  void aDashReadsStandardInput() {
    Content content = published(sbp.typing("# From a pipe\n\nHello.\n").run("post", "-"));

    assertThat(content.title()).isEqualTo("From a pipe");
  }

  @Test
  void aReplyNamesWhatItAnswersByItsTitle() {
    JsonObject answered = node.content(TestKeys.alice(), "On frost", "Cold.");
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, answered)));

    Content content =
        published(
            sbp.typing("---\nin_reply_to: On frost\n---\n# Yes\n\nIndeed.\n").run("post", "-"));

    assertThat(content.inReplyTo()).contains(ContentHash.of(answered));
  }

  @Test
  void aReplyNamesWhatItAnswersByTheBeginningOfItsHash() {
    JsonObject answered = node.content(TestKeys.alice(), "On frost", "Cold.");
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, answered)));
    String hash = ContentHash.of(answered).hex().substring(0, 7);

    Content content =
        published(
            sbp.typing("---\nin_reply_to: '" + hash + "'\n---\n# Yes\n\nIndeed.\n")
                .run("post", "-"));

    assertThat(content.inReplyTo()).contains(ContentHash.of(answered));
  }

  @Test
  void aReplyToNothingKnownIsNotPublished() {
    CliTest.Ran ran =
        sbp.typing("---\nin_reply_to: On frost\n---\n# Yes\n\nIndeed.\n").run("post", "-");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(node.store().objects().count(ObjectStore.CONTENT_CREATED)).isZero();
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void thePieceThatWasJustPostedIsNotPostedAgain() {
    sbp.typing("# Once\n\nOnly.\n").run("post", "-");

    CliTest.Ran again = sbp.run("post", "-");

    assertThat(again.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    sbp.clock().advance(Duration.ofHours(1));
    CliTest.Ran later = sbp.run("post", "-");
    assertThat(later.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(later.out()).isEqualTo(again.out());
    assertThat(later.err()).contains("published already, at 2");
    assertThat(node.store().outbox().pending()).hasSize(1);
    assertThat(node.store().lines(LogFile.SESSION)).hasSize(1);
  }

  @Test
  void whoIsReadByNobodyIsTold() {
    assertThat(sbp.typing("# A\n\nb\n").run("post", "-").err()).contains("nobody follows");
  }

  @Test
  void whoIsReadIsToldWhenAPieceLeaves() {
    node.put(
        node.addPeer(
                "Alice",
                TestKeys.alice(),
                Endpoint.parse("https://alice.example.com"),
                TrustState.KNOWN)
            .withSubscriber(true));

    CliTest.Ran posted = sbp.typing("# A\n\nb\n").run("post", "-");

    assertThat(posted.err())
        .contains(
            "queued for 1 follower; sbp up sends it at once; where that does not run:  sbp"
                + " deliver");
    assertThat(posted.out()).as("for scripts, the hash alone").hasLineCount(1);
    assertThat(sbp.run("post", "-").err()).doesNotContain("queued");
  }

  @Test
  void faultsOfTheFileAreNamed() throws IOException {
    Files.writeString(folder.resolve("bad.md"), "---\ntitel: x\n---\n# A\n\nb\n");
    Files.write(folder.resolve("latin1.md"), new byte[] {'#', ' ', (byte) 0xe9});

    assertThat(sbp.run("post", "bad.md").err()).contains("bad.md, line 2");
    assertThat(sbp.run("post", "latin1.md").err()).contains("UTF-8");
    assertThat(sbp.run("post", "missing.md").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(List.of("bad.md", "latin1.md"))
        .allSatisfy(
            file ->
                assertThat(sbp.run("post", file).exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE));
  }
}
