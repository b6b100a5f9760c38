package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.ConnectedNodes;

/** Mail of several peers in one mailbox: each peer's next comes before another's many. */
class MailTurnsTest {
  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side eve;
  private ConnectedNodes.Side bob;

  @BeforeEach
  void threeNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    eve = world.add(folder, "eve");
    bob = world.add(folder, "bob");
    for (ConnectedNodes.Side peer : List.of(ada, eve)) {
      peer.meet(bob, "Bob", TrustState.KNOWN);
      List.of("planner", "helper")
          .forEach(name -> peer.agent(name, AgentReach.NODE, AgentReach.NODE));
    }
    bob.meet(ada, "Ada", TrustState.KNOWN);
    bob.meet(eve, "Eve", TrustState.KNOWN);
    List.of("worker", "other").forEach(name -> bob.agent(name, AgentReach.PEERS, AgentReach.NODE));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void send(ConnectedNodes.Side from, String agent, String to, String... bodies) {
    for (String body : bodies) {
      Mail _ =
          from.as(
              agent,
              (tx, caller) ->
                  new Sending(
                          MailType.MESSAGE,
                          to,
                          Optional.of(bob.address()),
                          body,
                          Optional.empty(),
                          Optional.empty(),
                          Optional.empty())
                      .send(tx, caller));
      from.deliver();
      bob.tick();
    }
  }

  private Optional<String> next(String agent) {
    return bob.as(agent, Mailboxes::next).flatMap(mail -> bob.read(mail::body));
  }

  private List<String> all(String agent) {
    List<String> bodies = new ArrayList<>();
    for (Optional<String> one = next(agent); one.isPresent(); one = next(agent)) {
      bodies.add(one.get());
    }
    return bodies;
  }

  @Test
  void mailOfPeersIsGivenInTurnsHoweverMuchOneOfThemSends() {
    send(ada, "planner", "worker", "a1", "a2", "a3", "a4");
    send(eve, "planner", "worker", "e1", "e2");

    assertThat(all("worker")).containsExactly("a1", "e1", "a2", "e2", "a3", "a4");
  }

  @Test
  void severalAgentsOfOnePeerHaveItsTurnsTogether() {
    send(ada, "planner", "worker", "a1", "a2");
    send(ada, "helper", "worker", "h1", "h2");
    send(eve, "planner", "worker", "e1", "e2");

    assertThat(all("worker")).containsExactly("a1", "e1", "a2", "e2", "h1", "h2");
  }

  @Test
  void oneThatWritesLaterHasNoTurnsInArrearsAndNoneAhead() {
    send(ada, "planner", "worker", "a1", "a2", "a3", "a4");
    assertThat(List.of(next("worker"), next("worker")))
        .containsExactly(Optional.of("a1"), Optional.of("a2"));
    send(eve, "planner", "worker", "e1", "e2", "e3");

    assertThat(all("worker")).containsExactly("a3", "e1", "a4", "e2", "e3");
  }

  @Test
  void turnsInOneMailboxAreNotCountedInAnother() {
    send(
        ada,
        "planner",
        "other",
        IntStream.range(0, 5).mapToObj(i -> "o" + i).toArray(String[]::new));
    send(eve, "planner", "worker", "e1", "e2");
    send(ada, "planner", "worker", "a1", "a2");

    assertThat(all("worker")).containsExactly("e1", "a1", "e2", "a2");
  }

  @Test
  void unacknowledgedMailComesAgainInTheOrderOfItsSender() {
    send(ada, "planner", "worker", "a1", "a2", "a3");
    assertThat(next("worker")).contains("a1");
    world.advance(Duration.ofSeconds(bobsLease().toSeconds() + 1));
    send(eve, "planner", "worker", "e1");

    assertThat(all("worker")).containsExactly("a1", "a2", "e1", "a3");
  }

  private Duration bobsLease() {
    return bob.node().node().config().get(MailSettings.LEASE);
  }
}
