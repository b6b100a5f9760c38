package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.society.dispatch.OutsideWork;
import org.sovereignbook.sbp.testing.Poison;
import org.sovereignbook.sbp.testing.TestSociety;

/** Loops over messages and dispatched work, of which the item at one place fails. */
final class PoisonedSessionsTest {
  private static final List<String> WORKERS = List.of("w1", "w2", "w3");

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void begin() {
    society = TestSociety.in(folder);
    society.usual("main", AgentType.AUTONOMOUS);
    WORKERS.forEach(name -> society.usual(name, AgentType.AUTONOMOUS));
  }

  @AfterEach
  void close() {
    society.close();
  }

  /** Checks that all rows but one have a state, and that the one is set aside. */
  private void check(String table, List<String> ids, int bad, String state) {
    for (int i = 0; i < ids.size(); i++) {
      String id = ids.get(i);
      List<String> now =
          society.ledger().read(tx -> tx.texts("SELECT state FROM " + table + " WHERE id = ?", id));
      assertThat(now.contains(state)).as("item %d is %s", i, now).isEqualTo(i != bad);
    }
    assertThat(Poison.aside(society.ledger(), ItemList.SESSION))
        .singleElement()
        .satisfies(item -> assertThat(item.id()).contains(ids.get(bad)));
  }

  private List<String> messages() {
    return Stream.of("a", "b", "c")
        .map(
            text ->
                society
                    .ledger()
                    .write(
                        tx ->
                            new MessageQueue(tx)
                                .add(
                                    new MessageQueue.Posted(
                                        Sessions.MAIN,
                                        SessionInput.Source.HUMAN,
                                        text,
                                        Optional.of(QueueMode.FOLLOWUP),
                                        Optional.empty(),
                                        "chat",
                                        "",
                                        Authority.of(Principal.OWNER, "command"))))
                    .id())
        .toList();
  }

  private void change(String row, String id) {
    society.ledger().run(tx -> assertThat(tx.update(row + " WHERE id = ?", id)).isEqualTo(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aMessageThatCannotBeReadHoldsUpNoOther(int bad) {
    List<String> ids = messages();
    change("UPDATE agent_input SET source = 'odd'", ids.get(bad));
    for (int i = 0; i < 2; i++) {
      MessageQueue.Taking taken =
          society.ledger().write(tx -> new MessageQueue(tx).take(Sessions.MAIN, "token"));
      assertThat(taken).isInstanceOf(MessageQueue.Taking.Started.class);
      AgentTurn turn = ((MessageQueue.Taking.Started) taken).begun().turn();
      society.ledger().run(tx -> new TurnLog(tx).fail(turn, TurnState.FAILED, "enough"));
    }
    check("agent_input", ids, bad, "refused");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void messagesExpire(int bad) {
    List<String> ids = messages();
    Poison.update(society.ledger(), "agent_input", "id", ids.get(bad));
    society.clock().advance(Duration.ofDays(400));
    society.ledger().run(tx -> new MessageQueue(tx).expire());
    check("agent_input", ids, bad, "expired");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void dispatchesExpire(int bad) {
    List<String> ids =
        WORKERS.stream()
            .map(
                worker ->
                    society
                        .ledger()
                        .write(
                            tx -> new Dispatches(tx).hand(Caller.owner("command"), worker, "work"))
                        .id())
            .toList();
    Poison.update(society.ledger(), "agent_dispatch", "id", ids.get(bad));
    society.clock().advance(Duration.ofDays(400));
    society.ledger().run(tx -> new Dispatches(tx).settle());
    check("agent_dispatch", ids, bad, "expired");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void workOutsideOfSessionsEnds(int bad) {
    List<String> ids = outside();
    Poison.update(society.ledger(), "agent_dispatch", "id", ids.get(bad));
    OutsideWork.settle(society.ledger());
    check("agent_dispatch", ids, bad, "failed");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void workThatCannotBeReadHoldsUpNoOther(int bad) {
    List<String> ids = outside();
    change("UPDATE agent_dispatch SET principal = 'odd'", ids.get(bad));
    OutsideWork.settle(society.ledger());
    check("agent_dispatch", ids, bad, "failed");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aTaskThatCannotBeReadHoldsUpNoOtherWork(int bad) {
    List<String> ids = outside();
    String task =
        society
            .ledger()
            .<List<String>>read(
                tx -> tx.texts("SELECT target FROM agent_dispatch WHERE id = ?", ids.get(bad)))
            .getFirst();
    change("UPDATE task SET state = 'odd'", task);
    OutsideWork.settle(society.ledger());
    check("agent_dispatch", ids, bad, "failed");
  }

  private List<String> outside() {
    List<String> ids =
        WORKERS.stream()
            .map(
                text ->
                    society
                        .ledger()
                        .write(
                            tx ->
                                new OutsideWork(tx)
                                    .hand(
                                        Caller.owner("command"),
                                        "role:nobody",
                                        text,
                                        Optional.empty()))
                        .id())
            .toList();
    society.ledger().run(tx -> tx.update("UPDATE task SET state = 'cancelled', due_ms = NULL"));
    return ids;
  }
}
