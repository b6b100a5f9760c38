package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;

/** The member {@code agent_mail} against the published vectors (docs/protocol-mail.md). */
class AgentMailTest {
  private static final String ID = "5c1f0a9e33d7b284";
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:00:00Z");

  @ParameterizedTest
  @MethodSource("payloads")
  void everyReceiverMakesTheSameOfAPayload(JsonObject vector) {
    Checked<AgentMail> checked = AgentMail.parse(vector.object("payload").orElseThrow());

    assertThat(checked.why().map(why -> why.code().toString()).orElse("accepted"))
        .as("%s: %s", vector.string("name").orElseThrow(), checked.why())
        .isEqualTo(vector.string("result").orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void whatIsReadIsWrittenAsItWas(JsonObject vector) {
    JsonObject payload = vector.object("payload").orElseThrow();

    AgentMail.parse(payload)
        .toOptional()
        .ifPresent(
            mail ->
                assertThat(AgentMail.parse(mail.payload()).toOptional())
                    .isEqualTo(Optional.of(mail)));
  }

  @ParameterizedTest
  @MethodSource("localIds")
  void theKeyOfItsSenderIsPartOfTheIdThatAMailHasHere(JsonObject vector) {
    PublicKey sender = PublicKey.parse(vector.string("sender").orElseThrow());

    assertThat(AgentMail.localId(sender, vector.string("id").orElseThrow()))
        .isEqualTo(vector.string("local_id").orElseThrow());
  }

  @Test
  void aNodeThatKnowsNothingOfMailReadsItsTextAsAnOrdinaryMessage() {
    JsonObject payload = message("Please look at the parser.").payload();

    assertThat(
            Payloads.read(
                MessageType.DIRECT,
                payload,
                Vectors.list("mail", "local_ids").stream()
                    .map(one -> PublicKey.parse(one.string("sender").orElseThrow()))
                    .findFirst()
                    .orElseThrow()))
        .isEqualTo(
            new Payload.Direct("Please look at the parser.", Optional.empty(), Optional.empty()));
  }

  @Test
  void whatIsAbsentIsNotWritten() {
    assertThat(message("hello").payload().object(AgentMail.MEMBER).orElseThrow().members().keySet())
        .containsExactly("version", "id", "type", "from", "to", "seq", "sent_at");
  }

  private static AgentMail message(String body) {
    return new AgentMail(
        ID,
        MailType.MESSAGE,
        "planner",
        Optional.of("worker"),
        7,
        NOON,
        AgentMail.About.NOTHING,
        body,
        AgentMail.Carried.NOTHING);
  }

  private static List<JsonObject> payloads() {
    return Vectors.list("mail", "payloads");
  }

  private static List<JsonObject> localIds() {
    return Vectors.list("mail", "local_ids");
  }
}
