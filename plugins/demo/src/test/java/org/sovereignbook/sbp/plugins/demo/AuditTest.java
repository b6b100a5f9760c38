package org.sovereignbook.sbp.plugins.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.Children;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class AuditTest {
  private static final JsonObject HELLO =
      Payloads.direct("hello", Optional.empty(), Optional.empty());

  @TempDir Path aliceFolder;
  @TempDir Path bobFolder;

  private TestNode alice;
  private TestNode bob;

  @BeforeEach
  void twoNodes() {
    alice = TestNode.in(aliceFolder, TestKeys.alice(), TestNode.ALICE_ENDPOINT);
    bob = TestNode.in(bobFolder, TestKeys.bob(), TestNode.BOB_ENDPOINT);
  }

  private static DemoNode demoNode(TestNode node, String key, KeyPair keys, Endpoint endpoint) {
    Profile profile = new Profile(key, "", List.of());
    return new DemoNode(
        profile, node.node(), keys.publicKey(), endpoint, _ -> new Children.Ended("", 0, ""));
  }

  private Audit audit() {
    return Audit.of(
        List.of(
            demoNode(alice, "alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT),
            demoNode(bob, "bob", TestKeys.bob(), TestNode.BOB_ENDPOINT)));
  }

  private void aliceSent() {
    JsonObject item =
        OutboxItems.envelope(
                MessageType.DIRECT, HELLO, TestKeys.bob().publicKey(), TestNode.BOB_ENDPOINT)
            .with("_timestamp", alice.node().now().toString());
    alice
        .store()
        .commit(
            new ChangeSet()
                .add(
                    Outbox.sent(
                        new OutboxId(OutboxKind.REPLIES, "hello"), item, alice.node().now())));
  }

  private void bobProcessed() throws MalformedJson {
    byte[] envelope =
        bob.envelope(TestKeys.alice(), TestNode.ALICE_ENDPOINT, MessageType.DIRECT, HELLO);
    bob.store()
        .commit(
            new ChangeSet()
                .add(
                    SeenEnvelopes.see(
                        ContentHash.of(JsonReader.wireObject(envelope)), new InboxId("one"))));
  }

  @Test
  void anEnvelopeThatItsReceiverProcessedIsFine() throws MalformedJson {
    aliceSent();
    bobProcessed();

    assertThat(audit()).isEqualTo(new Audit(1, 1, List.of()));
  }

  @Test
  void anEnvelopeThatItsReceiverNeverSawIsAProblem() {
    aliceSent();

    Audit audit = audit();

    assertThat(audit.sent()).isEqualTo(1);
    assertThat(audit.processed()).isZero();
    assertThat(audit.problems()).containsExactly("Alice: sent/hello.json was not processed by Bob");
  }

  @Test
  void anotherEnvelopeDoesNotCountForIt() throws MalformedJson {
    aliceSent();
    bob.clock().advance(java.time.Duration.ofSeconds(1));
    bobProcessed();

    assertThat(audit().processed()).isZero();
  }

  @Test
  void whatWaitsFailedOrWasRejectedIsAProblem() {
    InboxId junk =
        bob.store().inbox().accept("{}".getBytes(StandardCharsets.UTF_8), bob.clock().instant());
    InboxId bad =
        bob.store().inbox().accept("{}".getBytes(StandardCharsets.UTF_8), bob.clock().instant());
    bob.store()
        .commit(
            new ChangeSet()
                .addAll(
                    Inbox.reject(
                        RejectedEnvelope.of(bad, new byte[0], "invalid-kind", bob.node().now())))
                .add(Outbox.put(new OutboxId(OutboxKind.NETWORK, "late"), JsonObject.empty()))
                .add(Outbox.fail(new OutboxId(OutboxKind.NETWORK, "lost"), JsonObject.empty()))
                .add(LogFile.OPS.append(LogEntry.error("delivery", bob.node().now(), "no luck")))
                .add(LogFile.OPS.append(new LogEntry("delivery", bob.node().now(), "some luck"))));

    assertThat(audit().problems())
        .containsExactly(
            "Bob: inbox/" + junk + " waits",
            "Bob: outbox/network/late was not delivered",
            "Bob: outbox/failed/lost failed",
            "Bob: rejected " + bad + ": invalid-kind",
            "Bob: [delivery] 2026-03-17T12:05:00Z error: no luck");
  }
}
