package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestSociety;

/** Mail within one node. */
class MailboxesTest {
  private static final Duration LEASE = Duration.ofMinutes(5);

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void plannerAndWorker() {
    society = TestSociety.in(folder);
    society.agent("planner");
    society.agent("worker");
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Mail send(String from, String to, String body) {
    return society.as(
        from, "mail_send", (tx, caller) -> Sending.message(to, body).send(tx, caller));
  }

  private Mail send(String from, Sending sending) {
    return society.as(from, "mail_send", (tx, caller) -> sending.send(tx, caller));
  }

  private Optional<Mail> next(String agent) {
    return society.as(agent, "mail_read", Mailboxes::next);
  }

  private boolean acknowledge(String agent, String id, Optional<Long> fence) {
    return society.as(
        agent, "mail_ack", (tx, caller) -> Mailboxes.acknowledge(tx, caller, id, fence));
  }

  private String body(Mail mail) {
    return society.ledger().read(mail::body).orElse("(erased)");
  }

  private Mail now(Mail mail) {
    return society.ledger().read(tx -> Mail.find(tx, mail.id())).orElseThrow();
  }

  @Test
  void whatIsReadAndNotAcknowledgedComesAgainAfterItsLease() {
    send("planner", "worker", "look at the parser");

    assertThat(next("worker")).map(this::body).contains("look at the parser");
    assertThat(next("worker")).isEmpty();

    society.clock().advance(LEASE);
    Mail again = next("worker").orElseThrow();
    assertThat(again.handling().fence()).isEqualTo(2);
    assertThat(acknowledge("worker", again.id(), Optional.empty())).isTrue();

    society.clock().advance(LEASE);
    assertThat(next("worker")).isEmpty();
  }

  @Test
  void aClockThatIsSetBackKeepsNoMailLongerThanALease() {
    send("planner", "worker", "hello");
    assertThat(next("worker")).isPresent();
    society.clock().advance(Duration.ofHours(-1));
    assertThat(next("worker")).isEmpty();
    society.clock().advance(LEASE);
    assertThat(next("worker")).isPresent();
  }

  @Test
  void whoWasOvertakenCannotAcknowledge() {
    Mail mail = send("planner", "worker", "once");
    next("worker");
    society.clock().advance(LEASE);
    next("worker");

    assertThatThrownBy(() -> acknowledge("worker", mail.id(), Optional.of(1L)))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("stale-lease"));
    assertThat(acknowledge("worker", mail.id(), Optional.of(2L))).isTrue();
    assertThat(acknowledge("worker", mail.id(), Optional.of(2L))).isFalse();
  }

  @Test
  void mailSurvivesTheProcessThatHeldIt() {
    send("planner", "worker", "keep this");
    society.close();

    society = TestSociety.of(society.node());

    assertThat(next("worker")).map(this::body).contains("keep this");
  }

  @Test
  void eachSendersMailIsNumberedAndGivenInItsOrder() {
    send("planner", "worker", "one");
    send("planner", "worker", "two");
    send("planner", "owner", "aside");
    Mail third = send("planner", "worker", "three");

    assertThat(third.seq()).isEqualTo(3);
    assertThat(List.of(next("worker"), next("worker"), next("worker")))
        .extracting(mail -> body(mail.orElseThrow()))
        .containsExactly("one", "two", "three");
  }

  @Test
  void itsSenderSeesWhatBecameOfIt() {
    Mail mail = send("planner", "worker", "please");
    society.clock().advance(Duration.ofSeconds(5));
    next("worker");
    society.clock().advance(Duration.ofSeconds(5));
    acknowledge("worker", mail.id(), Optional.empty());

    assertThat(society.ledger().<Map<MailReceipt.Kind, Timestamp>>read(tx -> Receipts.of(tx, mail)))
        .containsOnlyKeys(
            MailReceipt.Kind.DELIVERED, MailReceipt.Kind.READ, MailReceipt.Kind.HANDLED);
    assertThat(now(mail).state()).isEqualTo(MailState.HANDLED);
  }

  @Test
  void anOldShutdownNeverReachesANewIncarnation() {
    Mail old = society.owner("mail_send", (tx, caller) -> shutdown("worker").send(tx, caller));
    society.ledger().run(tx -> tx.update("UPDATE agent SET epoch = epoch + 1"));

    assertThat(next("worker")).isEmpty();
    assertThat(now(old).state()).isEqualTo(MailState.REFUSED);
    assertThat(now(old).handling().reason()).contains("epoch");

    society.owner("mail_send", (tx, caller) -> shutdown("worker").send(tx, caller));
    assertThat(next("worker")).map(Mail::type).contains(MailType.SHUTDOWN);
  }

  @Test
  void aShutdownComesBeforeAllOtherMail() {
    send("planner", "worker", "work");
    society.owner("mail_send", (tx, caller) -> shutdown("worker").send(tx, caller));

    assertThat(next("worker")).map(Mail::type).contains(MailType.SHUTDOWN);
  }

  @Test
  void onlyWhoIsAboveAnAgentMayShutItDown() {
    assertThatThrownBy(() -> send("planner", shutdown("worker")))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not-its-parent"));

    society.child(Optional.of("planner"), "helper", TestSociety.tools("mail_*"));
    assertThat(send("planner", shutdown("helper")).type()).isEqualTo(MailType.SHUTDOWN);
  }

  @Test
  void mailIsForTheAgentAndNotForWhoeverIsCalledSoLater() {
    send("planner", "worker", "for the first of this name");
    society
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE agent SET living_name = NULL, status = 'removed'"
                        + " WHERE name = 'worker'"));
    society.agent("worker");

    assertThat(next("worker")).isEmpty();
  }

  @Test
  void whatHasExpiredIsGivenToNobody() {
    Mail mail =
        send(
            "planner",
            new Sending(
                MailType.MESSAGE,
                "worker",
                Optional.empty(),
                "soon over",
                Optional.of(Duration.ofMinutes(5)),
                Optional.empty(),
                Optional.empty()));
    society.clock().advance(Duration.ofMinutes(5));

    assertThat(next("worker")).isEmpty();
    assertThat(now(mail).state()).isEqualTo(MailState.EXPIRED);
    assertThatThrownBy(() -> acknowledge("worker", mail.id(), Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("ended"));
  }

  @Test
  void noAgentSeesOrEndsTheMailOfAnother() {
    Mail mail = send("planner", "worker", "between us");
    society.agent("curious");

    assertThatThrownBy(() -> acknowledge("curious", mail.id(), Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("unknown-mail"));
    assertThatThrownBy(() -> acknowledge("planner", mail.id(), Optional.empty()))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not-yours"));
    assertThat(
            society.<List<Mail>>as(
                "curious", "mail_list", (tx, caller) -> Mailboxes.received(tx, caller, true, 10)))
        .isEmpty();
  }

  @Test
  void aTextThatIsTooLongAndAMailboxThatIsFullAreRefused() {
    assertThatThrownBy(() -> send("planner", "worker", "x".repeat(32_769)))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("too-large"));

    society
        .node()
        .configure(
            JsonObject.builder()
                .put("mail", JsonObject.builder().put("max_waiting_mails", 2).build())
                .build());
    send("planner", "worker", "one");
    send("planner", "worker", "two");
    assertThatThrownBy(() -> send("planner", "worker", "three"))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("mailbox-full"));
  }

  @Test
  void anAnswerNamesWhatItAnswersAndAcknowledgesIt() {
    Mail asked = send("planner", "worker", "why");
    Mail answer =
        society.as(
            "worker",
            "mail_reply",
            (tx, caller) ->
                Sending.reply(tx, caller, Mailboxes.find(tx, caller, asked.id()), "because"));

    assertThat(answer.letter().inReplyTo()).contains(asked.id());
    assertThat(answer.recipient()).isEqualTo("planner");
    assertThat(now(asked).state()).isEqualTo(MailState.HANDLED);
  }

  @Test
  void anAnswerNeverReachesWhoeverIsCalledLikeTheOneWhoAsked() {
    Mail asked = send("planner", "worker", "why");
    society
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE agent SET living_name = NULL, status = 'removed'"
                        + " WHERE name = 'planner'"));
    society.agent("planner");

    assertThatThrownBy(
            () ->
                society.as(
                    "worker",
                    "mail_reply",
                    (tx, caller) -> Sending.reply(tx, caller, asked, "because")))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("agent-removed"));
    assertThat(next("planner")).isEmpty();
  }

  private static Sending shutdown(String name) {
    return new Sending(
        MailType.SHUTDOWN,
        name,
        Optional.empty(),
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
