package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.TestSociety;

/** From how far away agents take mail and tasks: only the owner lets strangers in. */
class AgentReachTest {
  private static final Optional<AgentReach> PEERS = Optional.of(AgentReach.PEERS);
  private static final Optional<AgentReach> NODE = Optional.of(AgentReach.NODE);

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static Registration registration(String name, AgentReach mail, AgentReach work) {
    return new Registration(
        name,
        AgentType.CUSTOM,
        Optional.empty(),
        Optional.of(TestSociety.tools("task_*", "agent_*")),
        mail,
        work,
        Optional.empty());
  }

  private Agent owners(String name, AgentReach reach) {
    return society.owner(
        "agent_register",
        (tx, caller) -> registration(name, reach, reach).register(tx, caller).agent());
  }

  private Agent child(String parent, String name, AgentReach mail, AgentReach work) {
    return society.as(
        parent,
        "agent_register",
        (tx, caller) -> registration(name, mail, work).register(tx, caller).agent());
  }

  private Agent ownerOpens(String name, Optional<AgentReach> mail, Optional<AgentReach> work) {
    return society.owner(
        "agent_capabilities",
        (tx, caller) -> Roster.open(tx, caller, Agents.named(tx, name), mail, work));
  }

  private AgentReach mail(String name) {
    return society.ledger().read(tx -> Agents.mailReach(tx, Agents.named(tx, name)));
  }

  private AgentReach work(String name) {
    return society.ledger().read(tx -> Agents.workReach(tx, Agents.named(tx, name)));
  }

  @ParameterizedTest
  @CsvSource({"PEERS, NODE, mail", "NODE, PEERS, work", "PEERS, PEERS, mail"})
  void anAgentOpensNoChildFurtherThanItIsItself(AgentReach mail, AgentReach work, String what) {
    owners("lead", AgentReach.NODE);

    assertThatThrownBy(() -> child("lead", "door", mail, work))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining(what + " from peers is more than may be given here")
        .satisfies(
            e ->
                assertThat(((CapabilityDenied) e).hints())
                    .contains("the owner can:  sbp agent capabilities lead --" + what + " peers"));
    assertThat(society.ledger().<Boolean>read(tx -> Agents.living(tx, "door").isPresent()))
        .isFalse();
  }

  @Test
  void aChildInheritsAtMostTheReachOfAllAboveIt() {
    owners("lead", AgentReach.PEERS);
    child("lead", "coder", AgentReach.PEERS, AgentReach.NODE);

    assertThatThrownBy(() -> child("coder", "helper", AgentReach.PEERS, AgentReach.PEERS))
        .hasMessageContaining("work from peers");
    child("coder", "helper", AgentReach.PEERS, AgentReach.NODE);
    assertThat(mail("helper")).isEqualTo(AgentReach.PEERS);

    ownerOpens("lead", NODE, Optional.empty());
    assertThat(mail("coder")).isEqualTo(AgentReach.NODE);
    assertThat(mail("helper")).isEqualTo(AgentReach.NODE);
    assertThatThrownBy(() -> child("coder", "more", AgentReach.PEERS, AgentReach.NODE))
        .isInstanceOf(CapabilityDenied.class);

    ownerOpens("lead", PEERS, Optional.empty());
    assertThat(mail("helper")).isEqualTo(AgentReach.PEERS);
  }

  @Test
  void aWorkerTakesOffersOnlyAsLongAsAllAboveItDo() {
    owners("lead", AgentReach.PEERS);
    child("lead", "coder", AgentReach.NODE, AgentReach.PEERS);
    assertThat(Worker.of(society.caller("coder")).takesOffers()).isTrue();

    ownerOpens("lead", Optional.empty(), NODE);

    assertThat(work("coder")).isEqualTo(AgentReach.NODE);
    assertThat(Worker.of(society.caller("coder")).takesOffers()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mail", "work"})
  void whoIsAboveAnAgentNarrowsItsReachAndOnlyTheOwnerWidensItAgain(String what) {
    owners("lead", AgentReach.PEERS);
    child("lead", "coder", AgentReach.PEERS, AgentReach.PEERS);
    boolean isMail = what.equals("mail");

    leadOpens(isMail, NODE);
    assertThat(isMail ? mail("coder") : work("coder")).isEqualTo(AgentReach.NODE);
    assertThatThrownBy(() -> leadOpens(isMail, PEERS))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining(what + " from peers is more than may be given here");

    ownerOpens("coder", isMail ? PEERS : Optional.empty(), isMail ? Optional.empty() : PEERS);
    assertThat(isMail ? mail("coder") : work("coder")).isEqualTo(AgentReach.PEERS);
  }

  private Agent leadOpens(boolean isMail, Optional<AgentReach> reach) {
    Optional<AgentReach> none = Optional.empty();
    return society.as(
        "lead",
        "agent_capabilities",
        (tx, caller) ->
            Roster.open(
                tx,
                caller,
                Agents.named(tx, "coder"),
                isMail ? reach : none,
                isMail ? none : reach));
  }

  @Test
  void theOwnerOpensAParentBeforeItsChildren() {
    owners("lead", AgentReach.NODE);
    child("lead", "coder", AgentReach.NODE, AgentReach.NODE);

    assertThatThrownBy(() -> ownerOpens("coder", PEERS, Optional.empty()))
        .isInstanceOf(CapabilityDenied.class)
        .satisfies(
            e ->
                assertThat(((CapabilityDenied) e).hints())
                    .contains("the owner can:  sbp agent capabilities lead --mail peers"));

    ownerOpens("lead", PEERS, PEERS);
    ownerOpens("coder", PEERS, Optional.empty());
    assertThat(mail("coder")).isEqualTo(AgentReach.PEERS);
    assertThat(work("coder")).isEqualTo(AgentReach.NODE);
  }
}
