package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class SendCommandTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer alice;

  @BeforeEach
  void aNodeWithOnePeer() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private JsonObject onlyItem(OutboxKind kind) {
    List<OutboxId> pending = node.store().outbox().pending();
    assertThat(pending).singleElement().extracting(OutboxId::kind).isEqualTo(kind);
    return node.store().outbox().read(pending.getFirst()).orElseThrow();
  }

  @Test
  void aMessageLiesUnsignedInRepliesForItsRecipient() {
    assertThat(sbp.run("send", "Alice", "good", "morning").exit()).isEqualTo(ExitCode.DONE);

    JsonObject item = onlyItem(OutboxKind.REPLIES);
    assertThat(item.string("message_type")).contains("direct");
    assertThat(item.object("payload").flatMap(payload -> payload.string("body")))
        .contains("good morning");
    assertThat(OutboxItems.recipient(item)).contains(alice.publicKey());
    assertThat(OutboxItems.recipientEndpoint(item)).contains(alice.endpoint());
    assertThat(item.has("signature")).isFalse();
    assertThat(node.store().lines(LogFile.OPS)).singleElement().asString().startsWith("[cli] ");
  }

  @Test
  void anEndorsementIsSignedServedAndOnItsWayAndGivenOnce() {
    CliTest.Ran first = sbp.run("endorse", "Alice", "--note", "good weather", "--json");
    assertThat(first.json().bool("changed")).contains(true);

    JsonObject endorsement = OutboxItems.withoutMetadata(onlyItem(OutboxKind.ENDORSEMENTS));
    assertThat(Endorsement.validate(endorsement).toString()).contains("Valid");
    assertThat(endorsement.string("target_ref")).contains(alice.publicKey().toString());
    assertThat(endorsement.string("note")).contains("good weather");
    assertThat(node.store().objects().createdEndorsements())
        .singleElement()
        .extracting(Endorsement::json)
        .isEqualTo(endorsement);
    assertThat(node.store().peers().trust(alice.publicKey())).isEqualTo(TrustState.KNOWN);

    CliTest.Ran second = sbp.run("endorse", "Alice", "--json");
    assertThat(second.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(second.json().string("endorsement")).isEqualTo(first.json().string("endorsement"));
  }

  @Test
  void aBlockedPeerIsNotEndorsedAndANoteHasItsLimit() {
    assertThat(sbp.run("endorse", "Alice", "--note", "x".repeat(2_001)).exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    sbp.run("peers", "block", "Alice");
    CliTest.Ran ran = sbp.run("endorse", "Alice");
    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(node.store().objects().createdEndorsements()).isEmpty();
  }

  @Test
  void aDashReadsStandardInput() {
    sbp.typing("two\nlines\n").run("send", "Alice", "-");

    assertThat(onlyItem(OutboxKind.REPLIES).object("payload").flatMap(p -> p.string("body")))
        .contains("two\nlines\n");
  }

  @Test
  void theLimitCountsBytesNotCharacters() {
    String longest = "é".repeat(Limits.MAX_DIRECT_BODY_BYTES / 2);

    assertThat(sbp.run("send", "Alice", longest + "x").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(sbp.run("send", "Alice", longest).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void tooMuchStandardInputIsRefused() {
    CliTest.Ran ran =
        sbp.typing("x".repeat(Limits.MAX_DIRECT_BODY_BYTES + 1)).run("send", "Alice", "-");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void anEmptyMessageIsRefused() {
    assertThat(sbp.run("send", "Alice", " ").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(sbp.run("send", "Alice").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void nothingIsSentToABlockedPeer() {
    node.put(alice.withTrust(TrustState.BLOCKED));

    CliTest.Ran ran = sbp.run("send", "Alice", "hello");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("unblock");
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void subscribeQueuesTheMessageAndShowsThatItIsRequested() {
    assertThat(sbp.run("subscribe", "Alice").exit()).isEqualTo(ExitCode.DONE);

    assertThat(onlyItem(OutboxKind.NETWORK).string("message_type")).contains("subscribe");
    assertThat(node.store().peers().find(alice.publicKey()).orElseThrow().subscribed()).isFalse();
    assertThat(sbp.run("peers").out()).contains("requested");
    assertThat(sbp.run("peers", "show", "Alice", "--json").json().bool("requested")).contains(true);
    assertThat(sbp.run("status", "--json").json().object("counts").orElseThrow())
        .satisfies(counts -> assertThat(counts.integer("requested")).hasValue(1));
    assertThat(sbp.run("subscribe", "Alice").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    onlyItem(OutboxKind.NETWORK);
  }

  @Test
  void aPeerThatWasAskedIsRemovedOnlyByForceAndForgottenWhole() {
    sbp.run("subscribe", "Alice");

    assertThat(sbp.run("peers", "remove", "Alice").err()).contains("we asked to follow it");
    assertThat(sbp.run("peers", "remove", "--force", "Alice").exit()).isEqualTo(ExitCode.DONE);
    assertThat(SubscriptionRequest.all(node.store())).isEmpty();
  }

  @Test
  void unsubscribeTakesBackARequestThatStillWaits() {
    sbp.run("subscribe", "Alice");

    assertThat(sbp.run("unsubscribe", "Alice").exit()).isEqualTo(ExitCode.DONE);

    assertThat(onlyItem(OutboxKind.NETWORK).string("message_type")).contains("unsubscribe");
    assertThat(sbp.run("peers").out()).doesNotContain("requested");
  }

  @Test
  void unsubscribeQueuesTheMessageAndUnmarksTheRow() {
    assertThat(sbp.run("unsubscribe", "Alice").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    node.put(alice.withSubscribed(true));

    assertThat(sbp.run("unsubscribe", "Alice").exit()).isEqualTo(ExitCode.DONE);

    assertThat(onlyItem(OutboxKind.NETWORK).string("message_type")).contains("unsubscribe");
    assertThat(node.store().peers().find(alice.publicKey()).orElseThrow().subscribed()).isFalse();
  }

  @Test
  void aStrangerCannotBeSubscribedTo() {
    CliTest.Ran ran = sbp.run("subscribe", "https://stranger.example.com");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("sbp peers add URL");
  }
}
