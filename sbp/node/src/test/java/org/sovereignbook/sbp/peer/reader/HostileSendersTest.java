package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE_AT;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;

/** What strangers write becomes no log line, no row, no escape sequence (THREATS). */
class HostileSendersTest {
  private static final String NASTY =
      "x | y |\n| z | [reader] 2026-03-17T12:05:00Z forged \u001b]0;pwned\u0007\u2028<b>`\\";

  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void aNastyNameIsExactInTheTableAndHarmlessInFileAndLogs() {
    InboxId id = node.announce(EVE, node.identity(EVE, NASTY, Optional.empty()));

    node.judge(decision(id, "reciprocate_announce"));

    assertThat(node.peer(EVE).name()).isEqualTo(NASTY);
    assertThat(node.store().peers().peers()).hasSize(2);
    assertThat(node.store().peers().problems()).isEmpty();
    assertHarmless();
  }

  @Test
  void nastyTextsInAcksErrorsTitlesAndMessagesStayOnTheirLines() {
    node.ack(ALICE, Optional.of(NASTY));
    node.receive(
        ALICE,
        ALICE_AT,
        MessageType.ERROR,
        JsonObject.builder().put("code", NASTY).put("message", NASTY.repeat(100)).build());
    InboxId share =
        node.share(ALICE, node.test().content(ALICE, NASTY, NASTY, NASTY.substring(60)));
    node.direct(EVE, NASTY);

    node.judge(decision(share, "endorse_content").with("log", NASTY));

    assertThat(node.ops()).filteredOn(line -> line.contains("error report")).hasSize(1);
    assertThat(node.ops()).allMatch(line -> line.length() < 2_000);
    assertHarmless();
  }

  @Test
  void aNastyBodyReachesTheReaderExactlyAndTheFileShowsNoEscapeSequence() {
    InboxId id = node.direct(EVE, NASTY);

    node.pre();

    assertThat(node.item(id).string("body")).contains(NASTY);
    String file = node.node().readText(node.test().home().inboxDigest()).orElseThrow();
    assertThat(file.codePoints())
        .noneMatch(c -> c != '\n' && (Character.isISOControl(c) || c == 0x2028));
  }

  @Test
  void whoSpeaksWithAKeyThatThisNodeRotatedAwayIsNotMadeKnown() {
    node.node()
        .writeJson(
            node.test().home().formerIdentity(EVE.publicKey()),
            node.identity(EVE, "Bob", Optional.empty()).json());
    node.announce(EVE, node.identity(EVE, "Bob", Optional.empty()));
    node.direct(EVE, "I am you");

    node.pre();

    assertThat(node.knows(EVE)).isFalse();
    assertThat(node.store().inbox().pending()).isEmpty();
  }

  @Test
  void aHugeNameIsNoValidIdentity() {
    JsonObject huge =
        node.identity(EVE, "Eve", Optional.empty()).json().with("name", "E".repeat(50_000));
    InboxId id = node.announce(EVE, huge);

    node.pre();

    assertThat(node.item(id).string("identity_problem")).contains("invalid-field");
    assertThat(node.item(id).string("sender_name").orElseThrow()).hasSizeLessThan(100);
  }

  @Test
  void anOversizedEntryIsRejected() {
    node.drop("huge", ("{\"a\":\"" + "x".repeat(300_000) + "\"}").getBytes(StandardCharsets.UTF_8));

    assertThat(node.pre().rejected()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("rejected huge: too-large"));
  }

  @Test
  void contentWhoseHashLooksLikeAPathIsRejectedByShape() {
    JsonObject payload =
        JsonObject.builder().put("body", "x").put("content_ref", "sha256:../../etc").build();
    node.receive(EVE, ReaderNode.EVE_AT, MessageType.DIRECT, payload);

    assertThat(node.pre().rejected()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("invalid-payload"));
  }

  private void assertHarmless() {
    for (String line : node.ops()) {
      assertThat(line).startsWith("[reader] 2026-03-17T12:05:0");
      assertThat(line.codePoints()).noneMatch(c -> Character.isISOControl(c) || c == 0x2028);
    }
    for (String line : node.session()) {
      assertThat(line).startsWith("[reader] 2026-03-17T12:05:0");
      assertThat(line.codePoints()).noneMatch(c -> Character.isISOControl(c) || c == 0x2028);
    }
    String table = node.node().readText(node.test().home().peers()).orElseThrow();
    assertThat(table.lines()).hasSizeLessThanOrEqualTo(4);
    assertThat(table).doesNotContain("\u001b");
  }
}
