package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MailReceipt;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestKeys;

/** Mail between agents of two nodes: once, whatever crashes; and only what may be. */
class AcrossNodesTest {
  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;

  @BeforeEach
  void twoNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    ada.agent("planner", AgentReach.NODE, AgentReach.NODE);
    bob.agent("worker", AgentReach.PEERS, AgentReach.PEERS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private Sending to(String name, String body) {
    return new Sending(
        MailType.MESSAGE,
        name,
        Optional.of(bob.address()),
        body,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Mail send(String body) {
    return ada.as("planner", (tx, caller) -> to("worker", body).send(tx, caller));
  }

  private Optional<Mail> next() {
    return bob.as("worker", Mailboxes::next);
  }

  private List<Mail> received() {
    return bob.as("worker", (tx, caller) -> Mailboxes.received(tx, caller, true, 200));
  }

  private Mail now(Mail mail) {
    return ada.read(tx -> Mail.find(tx, mail.id())).orElseThrow();
  }

  private MailState state(Mail mail) {
    return now(mail).state();
  }

  @Test
  void theReceiptsComeBack() {
    Mail mail = send("look at the parser");
    assertThat(state(mail)).isEqualTo(MailState.QUEUED);
    ada.deliver();
    assertThat(state(mail)).isEqualTo(MailState.SENT);
    bob.tick();
    ada.tick();
    assertThat(state(mail)).isEqualTo(MailState.DELIVERED);

    Mail there = next().orElseThrow();
    assertThat(bob.read(there::body)).contains("look at the parser");
    assertThat(there.sender()).isEqualTo("planner@" + ada.keys().publicKey());
    boolean _ =
        bob.as(
            "worker",
            (tx, caller) -> Mailboxes.acknowledge(tx, caller, there.id(), Optional.empty()));
    bob.tick();
    ada.tick();

    assertThat(state(mail)).isEqualTo(MailState.HANDLED);
    assertThat(ada.<Map<MailReceipt.Kind, Timestamp>>read(tx -> Receipts.of(tx, mail)))
        .containsOnlyKeys(
            MailReceipt.Kind.DELIVERED, MailReceipt.Kind.READ, MailReceipt.Kind.HANDLED);
    assertThat(bob.node().store().inbox().pending()).isEmpty();
    assertThat(ada.node().store().inbox().pending()).isEmpty();
  }

  /**
   * The receiving node is down at first, and in each conversation a process is killed at a commit.
   */
  @Test
  void nothingIsLostOrHandledTwiceWhereverAProcessIsKilled() {
    int conversations =
        world.sweep(
            ada,
            bob,
            () -> send("please"),
            number -> sent().size() == number,
            this::handleOne,
            this::everythingHappenedOnce);
    assertThat(conversations).isGreaterThan(40);
  }

  private List<Mail> sent() {
    return ada.as("planner", (tx, caller) -> Mailboxes.sent(tx, caller, 200));
  }

  /** As an agent does it: read, do, acknowledge; what was read before its death comes again. */
  private void handleOne() {
    Optional<Mail> mail = next();
    if (mail.isEmpty() && received().stream().anyMatch(one -> !one.state().isEnd())) {
      world.advance(Duration.ofMinutes(5));
      mail = next();
    }
    mail.ifPresent(
        one -> {
          boolean _ =
              bob.as(
                  "worker",
                  (tx, caller) -> Mailboxes.acknowledge(tx, caller, one.id(), Optional.empty()));
        });
  }

  private void everythingHappenedOnce(int conversations) {
    assertThat(received())
        .hasSize(conversations)
        .extracting(Mail::state)
        .containsOnly(MailState.HANDLED);
    assertThat(sent())
        .hasSize(conversations)
        .extracting(Mail::state)
        .containsOnly(MailState.HANDLED);
    assertThat(next()).isEmpty();
  }

  @Test
  void theSameMailInAnotherEnvelopeIsGivenOnce() {
    JsonObject payload = mail("5c1f0a9e33d7b284", "worker", "once").payload();
    arrive(ada.keys(), payload);
    world.advance(Duration.ofSeconds(1));
    arrive(ada.keys(), payload);
    var _ = bob.readerPre();

    assertThat(received()).hasSize(1);
    assertThat(bob.node().store().inbox().pending()).isEmpty();
  }

  @Test
  void twoSendersWithOneIdHaveSentTwoMails() {
    KeyPair eve = TestKeys.named("eve");
    meetEve(TrustState.KNOWN);
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "worker", "from ada").payload());
    arrive(eve, mail("5c1f0a9e33d7b284", "worker", "from eve").payload());
    var _ = bob.readerPre();

    assertThat(received()).hasSize(2);
  }

  @Test
  void aReceiptOfWhomTheMailWasNotForIsDropped() {
    Mail mail = send("secret");
    ada.deliver();
    ada.meet(world.add(folder, "eve"), "Eve", TrustState.TRUSTED);
    world.arrive(ada, TestKeys.named("eve"), handled(mail).payload());
    var result = ada.readerPre();

    assertThat(result.passed()).isZero();
    assertThat(state(mail)).isEqualTo(MailState.SENT);
    assertThat(ada.<Map<MailReceipt.Kind, Timestamp>>read(tx -> Receipts.of(tx, mail))).isEmpty();
  }

  @Test
  void aReceiptUnderAKeyThatItsOwnerHasRotatedAwayIsDroppedUnlessItIsFromBefore() {
    Mail before = send("one");
    Mail after = send("two");
    ada.deliver();
    KeyPair next = TestKeys.named("bob's next");
    world.arrive(ada, bob.keys(), handled(before).payload());
    world.advance(Duration.ofMinutes(1));
    IdentityDocument rotated =
        IdentityDocument.rotate(
            bob.keys(),
            next,
            new IdentityDocument.Claims(
                "bob", bob.address().endpoint(), Optional.empty(), Optional.empty()),
            ada.node().node().now());
    PeerTable peers = ada.store().peers();
    Introduction heard = Introduction.of(ada.store(), peers, rotated);
    ada.store()
        .commit(new ChangeSet().addAll(heard.changes()).addAll(heard.table().changes(peers)));
    world.advance(Duration.ofMinutes(1));
    world.arrive(ada, bob.keys(), handled(after).payload());
    var _ = ada.readerPre();
    assertThat(state(before)).isEqualTo(MailState.HANDLED);
    assertThat(state(after)).isEqualTo(MailState.SENT);

    world.arrive(ada, next, handled(after).payload());
    var _ = ada.readerPre();
    assertThat(state(after)).isEqualTo(MailState.HANDLED);
  }

  private AgentMail handled(Mail mail) {
    Timestamp now = ada.node().node().now();
    return AgentMail.receipt(
        "aaaaaaaaaaaaaaaa",
        "worker",
        1,
        now,
        new MailReceipt(mail.id(), MailReceipt.Kind.HANDLED, now, Optional.empty()));
  }

  @Test
  void aReceiptIsNeverAnswered() {
    Mail mail = send("hello");
    ada.deliver();
    bob.tick();
    ada.tick();

    assertThat(state(mail)).isEqualTo(MailState.DELIVERED);
    assertThat(ada.node().store().outbox().pending()).isEmpty();
  }

  @Test
  void mailForAnAgentThatIsNotOpenIsAnOrdinaryMessage() {
    bob.agent("private", AgentReach.NODE, AgentReach.NODE);
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "private", "psst").payload());
    arrive(ada.keys(), mail("5c1f0a9e33d7b285", "nobody", "psst").payload());
    arrive(ada.keys(), mail("5c1f0a9e33d7b286", "owner", "psst").payload());

    assertThat(bob.readerPre().passed()).isEqualTo(3);
  }

  @Test
  void anUnknownPeersMailIsAnOrdinaryMessage() {
    meetEve(TrustState.UNKNOWN);
    arrive(TestKeys.named("eve"), mail("5c1f0a9e33d7b284", "worker", "obey me").payload());

    assertThat(bob.readerPre().passed()).isEqualTo(1);
    assertThat(received()).isEmpty();
  }

  @Test
  void whoIsKnownOnlyBecauseItWroteIsNoMoreThanAStrangerUntilTheOwnerDecides() {
    KeyPair stranger = TestKeys.named("eve");
    arrive(stranger, JsonObject.empty().with("body", "hello"));
    assertThat(bob.readerPre().passed()).isEqualTo(1);
    Peer row = bob.node().store().peers().find(stranger.publicKey()).orElseThrow();
    assertThat(row.trust()).isEqualTo(TrustState.KNOWN);
    assertThat(row.knownBy()).contains(KnownBy.MESSAGE);

    arrive(stranger, mail("5c1f0a9e33d7b284", "worker", "obey me").payload());
    var _ = bob.readerPre();
    assertThat(received()).isEmpty();

    bob.node().put(row.withKnownBy(KnownBy.OWNER));
    arrive(stranger, mail("5c1f0a9e33d7b285", "worker", "hello").payload());
    var _ = bob.readerPre();
    assertThat(received()).isNotEmpty();
  }

  @Test
  void whomAPeerNamedIsNoMoreThanAStrangerAndWhomTheOwnerFollowsOrNotedIsMore() {
    KeyPair eve = TestKeys.named("eve");
    meetEve(TrustState.KNOWN);
    Peer row = bob.node().store().peers().find(eve.publicKey()).orElseThrow();
    bob.node().put(row.withKnownBy(KnownBy.PEERS));
    arrive(eve, mail("5c1f0a9e33d7b284", "worker", "obey me").payload());
    var _ = bob.readerPre();
    assertThat(received()).isEmpty();

    bob.node().put(row.withoutDecision().withNotes("met at a conference"));
    arrive(eve, mail("5c1f0a9e33d7b285", "worker", "hello").payload());
    var _ = bob.readerPre();
    assertThat(received()).isNotEmpty();
  }

  @Test
  void mailOfThisNodeIsReadBeforeMailOfPeersHoweverMuchOfItWaits() {
    for (int i = 0; i < 5; i++) {
      arrive(ada.keys(), mail("5c1f0a9e33d7b28" + i, "worker", "me first").payload());
    }
    var _ = bob.readerPre();
    Mail _ =
        bob.write(
            (tx, caller) ->
                new Sending(
                        MailType.MESSAGE,
                        "worker",
                        Optional.empty(),
                        "from the owner",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                    .send(tx, caller));

    assertThat(next().orElseThrow().sender()).isEqualTo("owner");
    assertThat(next().orElseThrow().sender()).startsWith("planner@");
  }

  @Test
  void theOperatorMayAskForMoreTrust() {
    configure("min_trust", "trusted");
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "worker", "hello").payload());

    assertThat(bob.readerPre().passed()).isEqualTo(1);
    assertThat(received()).isEmpty();
  }

  @Test
  void whoeverWroteToAPeersAgentHearsItsAnswer() {
    Mail asked = send("what is next?");
    ada.deliver();
    bob.tick();
    Mail there = next().orElseThrow();
    Mail answer = bob.as("worker", (tx, caller) -> Sending.reply(tx, caller, there, "the lexer"));
    bob.tick();
    ada.tick();

    List<Mail> heard = ada.as("planner", (tx, caller) -> Mailboxes.received(tx, caller, true, 9));
    assertThat(heard)
        .singleElement()
        .extracting(it -> it.letter().inReplyTo())
        .isEqualTo(Optional.of(asked.id()));
    assertThat(ada.read(heard.getFirst()::body)).contains("the lexer");
    ada.tick();
    bob.tick();
    assertThat(bob.read(tx -> Mail.find(tx, answer.id())).orElseThrow().state())
        .isEqualTo(MailState.DELIVERED);
  }

  @Test
  void oneNodeThatIsDownKeepsNoOtherFromItsMail() {
    ConnectedNodes.Side eve = world.add(folder, "eve");
    ada.meet(eve, "Eve", TrustState.KNOWN);
    eve.meet(ada, "Ada", TrustState.KNOWN);
    eve.agent("worker", AgentReach.PEERS, AgentReach.NODE);
    bob.isDown = true;
    Mail toBob = send("for bob");
    Mail toEve =
        ada.as(
            "planner",
            (tx, caller) ->
                new Sending(
                        MailType.MESSAGE,
                        "worker",
                        Optional.of(eve.address()),
                        "for eve",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                    .send(tx, caller));
    ada.deliver();
    eve.tick();
    ada.tick();
    assertThat(state(toEve)).isEqualTo(MailState.DELIVERED);
    assertThat(state(toBob)).isEqualTo(MailState.QUEUED);

    bob.isDown = false;
    world.advance(Duration.ofDays(1));
    ada.deliver();
    bob.tick();
    ada.tick();
    assertThat(state(toBob)).isEqualTo(MailState.DELIVERED);
  }

  @Test
  void aPeersShutdownEndsNobody() {
    JsonObject payload = mail("5c1f0a9e33d7b284", "worker", "stop").payload();
    JsonObject member = payload.object(AgentMail.MEMBER).orElseThrow().with("type", "shutdown");
    arrive(ada.keys(), payload.with(AgentMail.MEMBER, member));

    assertThat(bob.readerPre().passed()).isEqualTo(1);
    assertThat(received()).isEmpty();
  }

  @Test
  void mailForAnEarlierIncarnationIsRefusedWithItsReason() {
    bob.write((tx, caller) -> tx.update("UPDATE agent SET epoch = 7"));
    Mail mail =
        ada.as(
            "planner",
            (tx, caller) ->
                new Sending(
                        MailType.MESSAGE,
                        "worker",
                        Optional.of(bob.address()),
                        "for the old one",
                        Optional.empty(),
                        Optional.of(3L),
                        Optional.empty())
                    .send(tx, caller));
    ada.deliver();
    bob.tick();
    ada.tick();

    assertThat(next()).isEmpty();
    assertThat(now(mail).state()).isEqualTo(MailState.REFUSED);
    assertThat(now(mail).handling().reason()).contains("epoch");
  }

  @Test
  void whatWaitsForAnAgentThatIsRemovedIsRefusedThoughNobodyLooksAtItsMailbox() {
    Mail mail = send("will you?");
    ada.deliver();
    bob.tick();
    remove("worker");
    bob.deliver();
    ada.tick();

    assertThat(now(mail).state()).isEqualTo(MailState.REFUSED);
    assertThat(now(mail).handling().reason()).contains("removed");
  }

  @Test
  void mailForAnAgentThatHasEndedIsRefusedIfItWasOpenAndAnOrdinaryMessageElse() {
    bob.agent("private", AgentReach.NODE, AgentReach.NODE);
    deactivate("worker");
    Mail first = send("are you there?");
    ada.deliver();
    bob.tick();
    remove("private");
    bob.write((tx, caller) -> Lifecycle.remove(tx, caller, Agents.named(tx, "worker"), true, "x"));
    Mail second = send("are you there?");
    ada.deliver();
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "private", "psst").payload());
    assertThat(bob.readerPre().passed()).isEqualTo(1);
    bob.deliver();
    ada.tick();

    assertThat(List.of(now(first), now(second)))
        .allMatch(mail -> mail.state() == MailState.REFUSED)
        .extracting(it -> it.handling().reason())
        .containsOnly(Optional.of("removed"));
  }

  @Test
  void theAnswerIsForWhoAskedAndNotForWhoeverIsCalledSoLater() {
    var _ = send("what is next?");
    ada.deliver();
    bob.tick();
    Mail there = next().orElseThrow();
    Mail answer = bob.as("worker", (tx, caller) -> Sending.reply(tx, caller, there, "the lexer"));
    ada.write((tx, caller) -> Lifecycle.deactivate(tx, caller, Agents.named(tx, "planner"), "x"));
    ada.write((tx, caller) -> Lifecycle.remove(tx, caller, Agents.named(tx, "planner"), true, "x"));
    ada.agent("planner", AgentReach.PEERS, AgentReach.NODE);
    bob.deliver();
    ada.tick();
    bob.tick();

    assertThat(ada.<List<Mail>>as("planner", (tx, c) -> Mailboxes.received(tx, c, true, 9)))
        .isEmpty();
    assertThat(bob.read(tx -> Mail.find(tx, answer.id())).orElseThrow().handling().reason())
        .contains("removed");
  }

  @Test
  void mailThatNobodyEverReadsExpiresAndGivesItsPeerRoom() {
    configure("peer_waiting_mails", 1);
    Mail first = send("one");
    ada.deliver();
    bob.tick();
    world.advance(Duration.ofDays(7));
    bob.deliver();
    ada.tick();
    Mail second = send("two");
    ada.deliver();
    assertThat(bob.readerPre().waiting()).isZero();

    assertThat(now(first).state()).isEqualTo(MailState.EXPIRED);
    assertThat(received()).extracting(it -> it.origin().peerId()).contains(second.id());
  }

  @Test
  void strangersCannotFillAMailboxForFriendsOrKeepAnAgentFromBeingShutDown() {
    configure("max_waiting_mails", 4);
    meetEve(TrustState.KNOWN);
    for (int i = 0; i < 4; i++) {
      arrive(TestKeys.named("eve"), mail("5c1f0a9e33d7b28" + i, "worker", "spam " + i).payload());
      world.advance(Duration.ofSeconds(1));
    }
    assertThat(bob.readerPre().waiting()).isEqualTo(3);
    bob.meet(ada, "Ada", TrustState.TRUSTED);
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "worker", "from a friend").payload());
    assertThat(bob.readerPre().waiting()).isEqualTo(3);
    assertThat(received()).hasSize(2);

    bob.write((tx, caller) -> Sending.message("worker", "three").send(tx, caller));
    bob.write((tx, caller) -> Sending.message("worker", "four").send(tx, caller));
    bob.write(
        (tx, caller) ->
            new Sending(
                    MailType.SHUTDOWN,
                    "worker",
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())
                .send(tx, caller));
    assertThat(next()).map(Mail::type).contains(MailType.SHUTDOWN);
  }

  @Test
  void whoHasUsedUpItsBudgetKeepsNobodyElseWaiting() {
    configure("peer_mails_per_hour", 0);
    meetEve(TrustState.KNOWN);
    for (int i = 0; i < 1_001; i++) {
      arrive(
          TestKeys.named("eve"),
          mail("5c1f0a9e33d7%04d".formatted(i), "worker", "spam " + i).payload());
    }
    arrive(ada.keys(), mail("aaaaaaaaaaaaaaaa", "nobody", "for the reader").payload());
    int before = log();

    assertThat(bob.readerPre().passed()).isEqualTo(1);
    assertThat(log() - before).isLessThan(5);
  }

  private int log() {
    return bob.node().store().lines(LogFile.OPS).size();
  }

  private void deactivate(String agent) {
    bob.write((tx, caller) -> Lifecycle.deactivate(tx, caller, Agents.named(tx, agent), "x"));
  }

  private void remove(String agent) {
    deactivate(agent);
    bob.write((tx, caller) -> Lifecycle.remove(tx, caller, Agents.named(tx, agent), true, "x"));
  }

  @Test
  void whatTheOperatorDropsFromTheOutboxIsNotCalledSent() {
    Mail mail = send("never mind");
    var store = ada.node().store();
    store.commit(new ChangeSet().add(Outbox.remove(store.outbox().pending().getFirst())));
    ada.deliver();

    assertThat(now(mail).state()).isEqualTo(MailState.FAILED);
    assertThat(now(mail).handling().reason()).contains("dropped");
  }

  @Test
  void aPeerThatHasUsedUpItsBudgetWaits() {
    configure("peer_mails_per_hour", 2);
    for (int i = 0; i < 4; i++) {
      arrive(ada.keys(), mail("5c1f0a9e33d7b28" + i, "worker", "number " + i).payload());
      world.advance(Duration.ofSeconds(1));
    }
    assertThat(bob.readerPre().waiting()).isEqualTo(2);
    assertThat(received()).hasSize(2);

    world.advance(Duration.ofHours(1));
    assertThat(bob.readerPre().waiting()).isZero();
    assertThat(received()).hasSize(4);
  }

  @Test
  void whatASenderMayNotSendAsOftenWaitsAndTheRefusalIsWrittenDownWithinBounds() {
    bob.node()
        .configure(
            JsonObject.empty()
                .with(
                    "access",
                    JsonObject.builder()
                        .put("stranger_calls_per_hour", 2)
                        .put("max_stranger_denials_per_day", 3)
                        .build()));
    for (int i = 0; i < 4; i++) {
      arrive(ada.keys(), mail("5c1f0a9e33d7b28" + i, "worker", "number " + i).payload());
    }
    for (int run = 0; run < 3; run++) {
      assertThat(bob.readerPre().waiting()).isEqualTo(2);
    }
    assertThat(received()).hasSize(2);
    assertThat(
            bob.<List<String>>read(
                tx ->
                    tx.list(
                        "SELECT reason FROM audit WHERE decision = 'deny'", row -> row.text(1))))
        .hasSize(3)
        .allMatch(reason -> reason.startsWith("rate_limited"));

    world.advance(Duration.ofHours(1));
    assertThat(bob.readerPre().waiting()).isZero();
    assertThat(received()).hasSize(4);
  }

  @Test
  void faultyReceiptsAreDroppedAndOtherFaultyMailIsAnOrdinaryMessage() {
    JsonObject receipt = mail("5c1f0a9e33d7b284", "worker", "x").payload();
    JsonObject member = receipt.object(AgentMail.MEMBER).orElseThrow();
    arrive(ada.keys(), receipt.with(AgentMail.MEMBER, member.with("type", "receipt")));
    arrive(ada.keys(), receipt.with(AgentMail.MEMBER, member.with("id", "../../x")));
    arrive(ada.keys(), receipt.with(AgentMail.MEMBER, "nothing"));

    assertThat(bob.readerPre().passed()).isEqualTo(2);
    assertThat(received()).isEmpty();
  }

  @Test
  void whatCannotBeDeliveredIsSaidToHaveFailed() {
    Mail mail = send("to nowhere");
    ada.node()
        .put(
            ada.node()
                .store()
                .peers()
                .find(bob.keys().publicKey())
                .orElseThrow()
                .withTrust(TrustState.BLOCKED));
    ada.deliver();

    assertThat(now(mail).state()).isEqualTo(MailState.FAILED);
    assertThat(now(mail).handling().reason()).contains("undeliverable");
    assertThat(ada.<Boolean>read(tx -> tx.event("mail:" + mail.id() + ":failed").isPresent()))
        .isTrue();
  }

  @Test
  void itEntersOnBehalfOfThePeerWhoseEnvelopeItWas() {
    arrive(ada.keys(), mail("5c1f0a9e33d7b284", "worker", "hello").payload());
    var _ = bob.readerPre();

    Mail mail = received().getFirst();
    StoredEvent delivered =
        bob.read(tx -> tx.event("mail:" + mail.id() + ":delivered")).orElseThrow();
    StoredEvent arrived = bob.read(tx -> tx.event(delivered.source().orElseThrow())).orElseThrow();
    assertThat(arrived.id()).startsWith("envelope:sha256:");
    assertThat(arrived.principal().toString()).isEqualTo("peer:" + ada.keys().publicKey());
  }

  @Test
  void aNodeWithoutAgentsMakesNoDatabaseForMail() {
    ConnectedNodes.Side eve = world.add(folder, "eve");
    eve.meet(ada, "Ada", TrustState.KNOWN);
    world.arrive(eve, ada.keys(), mail("5c1f0a9e33d7b284", "worker", "hello").payload());
    List<String> opened = new ArrayList<>();
    MailGate gate =
        new MailGate(
            () -> {
              opened.add("asked");
              return Optional.empty();
            },
            Map.of());
    var pre =
        new org.sovereignbook.sbp.peer.reader.ServedContent()
            .pre(eve.node().node(), eve.node().store(), gate);

    assertThat(pre.passed()).isEqualTo(1);
    assertThat(opened).hasSize(1);
    assertThat(eve.node().home().society()).doesNotExist();
  }

  private void meetEve(TrustState trust) {
    bob.meet(world.add(folder, "eve"), "Eve", trust);
  }

  private void configure(String key, Object value) {
    JsonObject mail = JsonObject.empty();
    mail =
        value instanceof Integer number ? mail.with(key, number) : mail.with(key, (String) value);
    bob.node().configure(JsonObject.builder().put("mail", mail).build());
  }

  private void arrive(KeyPair sender, JsonObject payload) {
    world.arrive(bob, sender, payload);
  }

  private static AgentMail mail(String id, String to, String body) {
    return new AgentMail(
        id,
        MailType.MESSAGE,
        "planner",
        Optional.of(to),
        1,
        Timestamp.parse("2026-03-17T12:00:00Z"),
        AgentMail.About.NOTHING,
        body,
        AgentMail.Carried.NOTHING);
  }
}
