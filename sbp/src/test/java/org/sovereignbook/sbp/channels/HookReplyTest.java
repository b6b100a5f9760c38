package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** A hook answers a peer: a draft for the owner, by the policies that a new node has. */
class HookReplyTest {
  private static final String ON_MESSAGES =
      "triggers: {event: {types: envelope.received}}\ntools: ";

  @TempDir Path folder;
  private SocietyChannels it;

  @BeforeEach
  void open() {
    it = new SocietyChannels(folder);
    it.policies("[]");
    it.node()
        .node()
        .writeText(it.node().home().access().resolve("default.yaml"), Policies.defaultText());
    it.peer("ada", TrustState.KNOWN);
    it.peer("eve", TrustState.UNKNOWN);
  }

  @AfterEach
  void close() {
    it.close();
  }

  private void answers(String tools) {
    it.hook(
        "answers",
        ON_MESSAGES + tools,
        _ ->
            JsonObject.builder()
                .put("fire", true)
                .put(
                    "actions",
                    JsonArray.of(
                        List.of(
                            JsonObject.builder()
                                .put("reply", JsonObject.builder().put("text", "Soon.").build())
                                .build())))
                .build());
  }

  private void message(String from) {
    it.arrives(
        from, MessageType.DIRECT, Payloads.direct("When?", Optional.empty(), Optional.empty()));
    it.dispatch();
  }

  private long drafts() {
    return it.ledger()
        .<Long>read(
            tx ->
                tx.first(
                        "SELECT COUNT(*) FROM outbox WHERE id LIKE 'approval:%'",
                        row -> row.number(1))
                    .orElseThrow());
  }

  @Test
  void aKnownPeersMessageMayHaveADraftedAnswer() {
    answers("[reader_reply]");
    message("ada");
    assertThat(drafts()).isEqualTo(1);
    assertThat(it.trail()).endsWith("reader_reply allow agent:hook-answers hook");
  }

  @Test
  void aStrangersMayNotNorWhatAHookWasNotAcceptedFor() {
    answers("[mail_send]");
    message("eve");
    assertThat(it.trail()).endsWith("envelope.received deny peer:eve envelope");
    message("ada");
    assertThat(it.trail()).endsWith("reader_reply deny agent:hook-answers hook");
    assertThat(drafts()).isZero();
  }
}
