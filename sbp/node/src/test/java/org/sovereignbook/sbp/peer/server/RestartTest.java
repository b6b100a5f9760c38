package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A replay is known whatever happened to the envelope and to the server (THREATS: replay). */
class RestartTest {
  @TempDir private Path folder;
  private TestNode node;
  private Served served;
  private byte[] envelope;
  private JsonObject first;

  @BeforeEach
  void acceptOne() {
    node = TestNode.in(folder);
    served = Served.start(node);
    envelope = served.direct(TestKeys.alice(), "hello");
    first = Served.json(served.post(envelope));
    assertThat(first.string("status")).contains("accepted");
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void aWaitingEnvelopeIsKnownAfterARestart() {
    served.restart();

    assertKnown();
    assertThat(served.inbox()).hasSize(1);
  }

  @Test
  void aProcessedEnvelopeIsKnownWithoutARestart() {
    process();

    assertKnown();
    assertThat(served.inbox()).isEmpty();
  }

  @Test
  void aProcessedEnvelopeIsKnownAfterARestartFromTheReadersRecord() {
    process();
    node.node().disk().delete(node.home().inbox().resolve("processed").resolve(id() + ".json"));
    served.restart();

    assertKnown();
  }

  @Test
  void anArchivedEnvelopeIsKnownAfterARestartWithoutTheReadersRecord() {
    process();
    node.node()
        .disk()
        .files(SeenEnvelopes.ENVELOPES.in(node.home()))
        .forEach(node.node().disk()::delete);
    served.restart();

    assertKnown();
  }

  @Test
  void anEnvelopeThatTheReaderRecordedButDidNotArchiveKeepsItsId() {
    node.store().commit(new ChangeSet().add(SeenEnvelopes.see(hash(), id())));
    served.restart();

    assertKnown();
  }

  @Test
  void afterTheWindowAReplayIsStaleAnyway() {
    node.clock().advance(Duration.ofDays(2).plusMinutes(1));

    assertThat(Served.error(served.post(envelope))).isEqualTo("stale-timestamp");
  }

  @Test
  void foreignFilesInTheInboxDoNotKeepTheServerFromStarting() {
    node.node().writeText(node.home().inbox().resolve("notes.json"), "not json at all");
    node.node().writeText(node.home().inbox().resolve("READ ME.txt"), "hello");
    served.restart();

    assertKnown();
  }

  private void process() {
    node.store()
        .commit(new ChangeSet().add(SeenEnvelopes.see(hash(), id())).add(Inbox.archive(id())));
  }

  private void assertKnown() {
    JsonObject again = Served.json(served.post(envelope));
    assertThat(again.string("status")).contains("duplicate");
    assertThat(again.string("id")).isEqualTo(first.string("id"));
  }

  private InboxId id() {
    return new InboxId(first.string("id").orElseThrow());
  }

  private ContentHash hash() {
    return ContentHash.parse(first.string("hash").orElseThrow());
  }
}
