package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestClock;

/** What the policies of a node make of mail that a peer sends to its agents. */
class PolicedMailTest {
  private static final String NOBODY =
      """
      - { name: owner, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: "*" }
      """;

  private static final LocalTime NOON = LocalTime.ofInstant(TestClock.NOON, ZoneId.systemDefault());

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
    ada.agent("planner", AgentReach.PEERS, AgentReach.NODE);
    bob.agent("worker", AgentReach.PEERS, AgentReach.PEERS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void policies(String yaml) {
    Node node = bob.node().node();
    node.disk().createFolders(node.home().access());
    node.writeText(node.home().access().resolve("owner.yaml"), yaml);
  }

  private void send(String body) {
    Mail _ =
        ada.as(
            "planner",
            (tx, caller) ->
                new Sending(
                        MailType.MESSAGE,
                        "worker",
                        Optional.of(bob.address()),
                        body,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                    .send(tx, caller));
    ada.deliver();
  }

  private List<Mail> received(ConnectedNodes.Side side, String agent) {
    return side.as(agent, (tx, caller) -> Mailboxes.received(tx, caller, true, 10));
  }

  private AccessRequest request() {
    return bob.read(tx -> new AccessRequests(tx).pending()).getFirst();
  }

  private void answer(AccessRequests.Answer answer) {
    String id = request().id();
    AccessRequest _ =
        bob.write(
            (tx, _) ->
                new AccessRequests(tx)
                    .answer(Authority.of(Principal.OWNER, "command"), id, answer));
  }

  @Test
  void whatIsRefusedToAKnownPeerWaitsForTheOwnersWord() {
    policies(NOBODY);
    send("please");
    bob.tick();
    bob.tick();

    assertThat(received(bob, "worker")).isEmpty();
    assertThat(bob.node().store().inbox().pending()).hasSize(1);
    assertThat(request().tool()).isEqualTo("mail_send");
    assertThat(request().to()).isEqualTo(Principal.peer(ada.keys().publicKey()));

    answer(AccessRequests.Answer.ONCE);
    bob.tick();
    assertThat(received(bob, "worker")).hasSize(1);
    assertThat(bob.node().store().inbox().pending()).isEmpty();
  }

  private String digest() {
    return bob.node().node().readText(bob.node().node().home().inboxDigest()).orElse("");
  }

  @Test
  void aSecondMailWaitsWithTheFirstAndIsAskedAboutInItsTurn() {
    policies(NOBODY);
    send("the first");
    bob.tick();
    world.advance(Duration.ofMinutes(1));
    send("the second");
    bob.tick();
    assertThat(bob.node().store().inbox().pending()).hasSize(2);

    answer(AccessRequests.Answer.ONCE);
    bob.tick();
    assertThat(received(bob, "worker")).hasSize(1);
    assertThat(bob.node().store().inbox().pending()).as("nobody has said a word of it").hasSize(1);
    assertThat(digest()).doesNotContain("the second");

    world.advance(Duration.ofMinutes(10));
    bob.tick();
    answer(AccessRequests.Answer.ONCE);
    bob.tick();
    assertThat(received(bob, "worker")).hasSize(2);
    assertThat(rows("audit WHERE tool = 'mail_send' AND decision = 'deny'"))
        .as("one refusal of each, however often it is looked at")
        .isEqualTo(2);
  }

  @Test
  void aNoIsForAllThatWaitedWithIt() {
    policies(NOBODY);
    send("the first");
    bob.tick();
    send("the second");
    bob.tick();
    answer(AccessRequests.Answer.DENY);
    bob.tick();

    assertThat(digest()).contains("the first", "the second");
  }

  @Test
  void whatTheOwnerAllowsArrivesOnceWhereverAProcessIsKilled() {
    policies(NOBODY);
    List<Runnable> steps =
        List.of(bob::tick, () -> answerIfAsked(AccessRequests.Answer.ONCE), bob::tick);
    int rounds = 0;
    for (int step = 0; step < steps.size(); step++) {
      boolean killed = true;
      for (int at = 0; killed; at++) {
        world.advance(Duration.ofHours(25));
        send("please");
        killed = false;
        for (int i = 0; i < steps.size(); i++) {
          if (i == step) {
            killed = world.kills(at, steps.get(i));
          }
          steps.get(i).run();
        }
        rounds++;
        assertThat(rows("mail WHERE way = 'in'")).isEqualTo(rounds);
        assertThat(rows("access_request WHERE status = 'approved'")).isEqualTo(rounds);
        assertThat(rows("access_request")).isEqualTo(rounds);
        assertThat(bob.node().store().inbox().pending()).isEmpty();
      }
    }
    assertThat(rounds).isGreaterThan(12);
  }

  private void answerIfAsked(AccessRequests.Answer answer) {
    if (!bob.<List<AccessRequest>>read(tx -> new AccessRequests(tx).pending()).isEmpty()) {
      answer(answer);
    }
  }

  private long rows(String which) {
    return bob.<Optional<Long>>read(
            tx -> tx.first("SELECT COUNT(*) FROM " + which, row -> row.number(1)))
        .orElseThrow();
  }

  @Test
  void whatTheOwnerDeniesGoesToTheReaderAndIsNotAskedAgain() {
    policies(NOBODY);
    send("please");
    bob.tick();
    answer(AccessRequests.Answer.DENY);
    world.advance(Duration.ofHours(1));
    bob.tick();

    assertThat(received(bob, "worker")).isEmpty();
    assertThat(bob.<List<AccessRequest>>read(tx -> new AccessRequests(tx).pending())).isEmpty();
    assertThat(bob.node().node().readText(bob.node().node().home().inboxDigest()).orElse(""))
        .contains("please");
  }

  @Test
  void anAnswerToAPeerLeavesWhenTheQuietHoursAreOver() {
    policies(
        """
        - { name: all, effect: allow, permissions: "*" }
        - name: quiet
          effect: allow
          match: { principal: { peer: true }, conditions: { time: "%s-%s" } }
          modifiers: { queue_mode: collect, delay_response: true }
        """
            .formatted(NOON.minusMinutes(5), NOON.plusMinutes(55)));
    send("please");
    bob.tick();
    Mail _ =
        bob.as(
            "worker",
            (tx, caller) ->
                Sending.reply(tx, caller, Mailboxes.next(tx, caller).orElseThrow(), "done"));
    bob.tick();
    ada.tick();
    assertThat(received(ada, "planner")).as("in the quiet hours").isEmpty();

    world.advance(Duration.ofMinutes(56));
    bob.tick();
    ada.tick();
    assertThat(received(ada, "planner")).as("after them").hasSize(1);
  }
}
