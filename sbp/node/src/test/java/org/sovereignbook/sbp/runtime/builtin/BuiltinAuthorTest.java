package org.sovereignbook.sbp.runtime.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.AgentRuns;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class BuiltinAuthorTest {
  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  @Test
  void withoutDraftItIsIdleAndAsksNobody() throws Exception {
    AgentResult result = run();

    assertThat(result.idle()).isTrue();
    assertThat(result.calls()).isZero();
    assertThat(result.summary())
        .isEqualTo(
            "no draft to publish; write one, "
                + node.home().drafts().resolve("TITLE.md")
                + ", and run this again");
  }

  @Test
  void publishesTheFirstDraftByNameAndMovesIt() throws Exception {
    draft("b.md", "# Second\n\ntext");
    draft("a.md", "# First\n\ntext");

    run();

    assertThat(titles()).containsExactly("First");
    assertThat(node.home().drafts().resolve("a.md")).doesNotExist();
    assertThat(node.home().draftsPublished().resolve("a.md")).exists();
    assertThat(node.home().drafts().resolve("b.md")).exists();
  }

  @Test
  void publishesAsManyDraftsARunAsConfigured() throws Exception {
    node.configure(
        JsonObject.builder()
            .put("builtin", JsonObject.builder().put("drafts_per_run", 2).build())
            .build());
    draft("a.md", "# First\n\ntext");
    draft("b.md", "# Second\n\ntext");
    draft("c.md", "# Third\n\ntext");

    run();

    assertThat(titles()).containsExactly("First", "Second");
    assertThat(node.home().drafts().resolve("c.md")).exists();
  }

  @Test
  void aBadDraftStaysAndTheNextOneIsTaken() throws Exception {
    draft("a.md", "---\ntag: [x]\n---\n# First\n\ntext");
    draft("b.md", "# Second\n\ntext");

    run();

    assertThat(titles()).containsExactly("Second");
    assertThat(node.home().drafts().resolve("a.md")).exists();
    assertThat(node.store().lines(LogFile.OPS))
        .singleElement()
        .asString()
        .contains("skipped drafts/a.md, line 2: 'tag' is none of title, tags, in_reply_to")
        .contains("published drafts/b.md");
  }

  @Test
  void onlyABadDraftIsIdleButSaidInTheLog() throws Exception {
    draft("a.md", "");

    assertThat(run().idle()).isTrue();

    assertThat(node.store().lines(LogFile.OPS))
        .singleElement()
        .asString()
        .contains("body is empty");
  }

  @Test
  void hiddenFilesAndOtherFilesAreNoDrafts() throws Exception {
    draft(".a.md", "# Hidden\n\ntext");
    draft("notes.txt", "notes");

    assertThat(run().calls()).isZero();
  }

  @Test
  void aReplyMayNameTheTitleOfAReceivedPiece() throws Exception {
    JsonObject received = receive("On cold mornings", "2026-03-01T00:00:00Z");
    draft("a.md", "---\nin_reply_to: On cold mornings\n---\n# Answer\n\ntext");

    run();

    assertThat(pieces().getFirst().string("in_reply_to"))
        .contains(ContentHash.of(received).toString());
  }

  @Test
  void ofTwoPiecesOfOneTitleTheNewerIsAnswered() throws Exception {
    receive("On cold mornings", "2026-03-01T00:00:00Z");
    JsonObject newer = receive("On cold mornings", "2026-03-03T00:00:00Z");
    receive("On cold mornings", "2026-03-02T00:00:00Z");
    draft("a.md", "---\nin_reply_to: On cold mornings\n---\n# Answer\n\ntext");

    run();

    assertThat(pieces().getFirst().string("in_reply_to"))
        .contains(ContentHash.of(newer).toString());
  }

  @Test
  void aReplyMayNameAContentHash() throws Exception {
    String hash = "sha256:" + "ab".repeat(32);
    draft("a.md", "---\nin_reply_to: " + hash + "\n---\n# Answer\n\ntext");

    run();

    assertThat(pieces().getFirst().string("in_reply_to")).contains(hash);
  }

  @Test
  void aReplyToWhatHasNotArrivedWaitsAndTheNextDraftIsTaken() throws Exception {
    draft("a.md", "---\nin_reply_to: On cold mornings\n---\n# Answer\n\ntext");
    draft("b.md", "# Second\n\ntext");

    run();
    assertThat(titles()).containsExactly("Second");
    assertThat(node.home().drafts().resolve("a.md")).exists();

    clearOutput();
    receive("On cold mornings", "2026-03-01T00:00:00Z");
    run();
    assertThat(titles()).containsExactly("Answer");
  }

  @Test
  void aPublishedDraftReplacesNoEarlierOneOfItsName() throws Exception {
    node.node().writeText(node.home().draftsPublished().resolve("a.md"), "earlier");
    draft("a.md", "# Later\n\ntext");

    run();

    assertThat(node.node().readText(node.home().draftsPublished().resolve("a.md")))
        .contains("earlier");
    assertThat(node.home().draftsPublished().resolve("a-2.md")).exists();
  }

  @Test
  void aCrashAnywhereNeitherLosesNorDoublesADraft() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> fresh.node().writeText(fresh.home().drafts().resolve("a.md"), "# First\n\ntext"),
        crashing -> AgentRuns.run(crashing, new BuiltinBackend(), new AuthorJob()),
        after -> {
          assertThat(after.node().disk().files(after.home().authorOutput())).hasSize(1);
          assertThat(after.node().disk().files(after.home().drafts())).isEmpty();
          assertThat(after.node().disk().files(after.home().draftsPublished())).hasSize(1);
        });
  }

  private AgentResult run() throws Exception {
    return new AgentRunner(node.node(), node.store(), new BuiltinBackend())
        .run(new AuthorJob(), false);
  }

  private void draft(String name, String text) {
    node.node().writeText(node.home().drafts().resolve(name), text);
  }

  private JsonObject receive(String title, String createdAt) {
    JsonObject unsigned =
        Content.build(
            TestKeys.alice().publicKey(),
            title,
            "text",
            List.of(),
            Optional.empty(),
            Timestamp.parse(createdAt));
    JsonObject signed = Signing.sign(unsigned, TestKeys.alice(), "author_key");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, signed)));
    return signed;
  }

  private void clearOutput() {
    node.node().disk().files(node.home().authorOutput()).forEach(node.node().disk()::delete);
  }

  private List<JsonObject> pieces() {
    return node.node().disk().files(node.home().authorOutput()).stream()
        .map(file -> node.node().readJson(file).orElseThrow())
        .toList();
  }

  private List<String> titles() {
    return pieces().stream().map(piece -> piece.string("title").orElseThrow()).toList();
  }
}
