package org.sovereignbook.sbp.society.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.Poison;

/** Loops of each delivery over mail and tasks, of which the item at one place fails. */
class PoisonedMailTest {
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
    ada.agent("worker", AgentReach.NODE, AgentReach.NODE);
    bob.agent("worker", AgentReach.PEERS, AgentReach.PEERS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static <T> List<T> three(Function<String, T> make) {
    return Stream.of("one", "two", "three").map(make).toList();
  }

  private List<Mail> mails(Optional<ConnectedNodes.Side> to) {
    return three(
        body ->
            ada.as(
                "planner",
                (tx, caller) ->
                    new Sending(
                            MailType.MESSAGE,
                            "worker",
                            to.map(ConnectedNodes.Side::address),
                            body,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty())
                        .send(tx, caller)));
  }

  /** Checks that all but one have come to a state, and that the one is set aside. */
  private void check(List<String> ids, int bad, Function<String, String> state, String done) {
    for (int i = 0; i < ids.size(); i++) {
      assertThat(state.apply(ids.get(i)).equals(done)).as("item %d", i).isEqualTo(i != bad);
    }
    assertThat(Poison.aside(ada.ledger(), ItemList.OUTBOX))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).contains(ids.get(bad));
              assertThat(item.tries()).isEqualTo(1);
            });
  }

  private String mail(String id) {
    return ada.read(tx -> Mail.find(tx, id)).orElseThrow().state().toString();
  }

  private static List<String> ids(List<Mail> mails) {
    return mails.stream().map(Mail::id).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void mailExpires(int bad) {
    List<String> ids = ids(mails(Optional.empty()));
    Poison.update(ada.ledger(), "mail", "id", ids.get(bad));
    world.advance(Duration.ofDays(400));
    Overdue.end(ada.ledger());
    check(ids, bad, this::mail, "expired");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void mailToARemovedAgentIsRefused(int bad) {
    List<String> ids = ids(mails(Optional.empty()));
    Poison.update(ada.ledger(), "mail", "id", ids.get(bad));
    ada.ledger().run(tx -> tx.update("UPDATE agent SET living_name = NULL WHERE name = 'worker'"));
    Overdue.end(ada.ledger());
    check(ids, bad, this::mail, "refused");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void mailLeaves(int bad) {
    List<String> ids = ids(mails(Optional.of(bob)));
    Poison.update(ada.ledger(), "mail", "id", ids.get(bad));
    ada.deliver();
    check(ids, bad, this::mail, "sent");
  }

  private List<String> tasks() {
    return three(
        title ->
            ada.write(
                (tx, caller) ->
                    Board.in(tx)
                        .add(
                            Plan.of(List.of(PlannedTask.titled(title))),
                            Worker.of(caller),
                            Optional.empty())
                        .getFirst()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void tasksExpire(int bad) {
    List<String> ids = tasks();
    long past = ada.node().clock().millis() - 1;
    ada.ledger().run(tx -> tx.update("UPDATE task SET due_ms = ?, deadline_ms = ?", past, past));
    Poison.update(ada.ledger(), "task", "id", ids.get(bad));
    ada.ledger().run(tx -> Board.in(tx).settle(100));
    check(
        ids,
        bad,
        id ->
            ada.<List<String>>read(tx -> tx.texts("SELECT state FROM task WHERE id = ?", id))
                .getFirst(),
        "failed");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatIsLeftIsHandedOver(int bad) {
    List<String> ids = List.of("approval:1", "approval:2", "approval:3");
    for (int i = 0; i < ids.size(); i++) {
      String id = ids.get(i);
      JsonObject item =
          i == bad ? JsonObject.empty() : JsonObject.builder().put("id", "a" + i).build();
      ada.ledger().run(tx -> tx.leave(id, Approval.LEFT_AS, item));
    }
    int _ = new HandOver(ada.ledger(), ada.store()).run();
    check(
        ids,
        bad,
        id ->
            ada.<Boolean>read(
                    tx -> tx.exists("SELECT 1 FROM outbox WHERE id = ? AND handed_ms > 0", id))
                .toString(),
        "true");
  }
}
