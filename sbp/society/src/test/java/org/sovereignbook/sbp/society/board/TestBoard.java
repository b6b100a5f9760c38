package org.sovereignbook.sbp.society.board;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.SystemRandom;
import org.sovereignbook.sbp.testing.TestClock;

/** A board in a folder, whose clock stands still until it is told to go on. */
final class TestBoard implements AutoCloseable {
  static final Duration LEASE = Duration.ofMinutes(5);

  final TestClock clock = new TestClock();
  final Worker owner = Worker.of(Caller.owner("command"));
  final Ledger ledger;
  private final Map<String, Worker> workers = new HashMap<>();

  TestBoard(Path folder) {
    Node node = new Node(new NodeHome(folder), LocalDisk.unsynced(), clock, new SystemRandom());
    node.writeJson(node.home().schedulerConfig(), JsonObject.empty());
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    this.ledger = Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  /** What is done with the board in one transaction. */
  interface Work<T> {
    T on(Board board);
  }

  <T> T write(Work<T> work) {
    return ledger.write(tx -> work.on(Board.in(tx)));
  }

  <T> T read(Work<T> work) {
    return ledger.read(tx -> work.on(Board.in(tx)));
  }

  /** Registers agents, who all may work on tasks. */
  void register(String... names) {
    for (String name : names) {
      workers.put(
          name,
          ledger.write(
              tx -> {
                Registration.usual(name, AgentType.CUSTOM).register(tx, Caller.owner("command"));
                return Worker.of(Agents.caller(tx, Optional.of(name), Optional.empty()));
              }));
    }
  }

  Worker worker(String name) {
    return Optional.ofNullable(workers.get(name)).orElseThrow();
  }

  /** Adds a plan, and says the ids. */
  List<String> add(String plan) {
    return write(board -> board.add(Plan.read(plan), owner, Optional.empty()));
  }

  String addOne(String title) {
    return add("[{\"title\": \"" + title + "\"}]").getFirst();
  }

  Optional<Claim> claim(String name) {
    return write(board -> board.claim(worker(name)));
  }

  Claim claim(String id, String name) {
    return write(board -> board.claim(id, worker(name)));
  }

  /** Adds a task that {@code rita} reviews. */
  String reviewed() {
    return add("[{title: a, reviewers: [rita]}]").getFirst();
  }

  ReviewGate.Verdict review(String id, int score) {
    return write(board -> board.review(id, score, "so it is", worker("rita")));
  }

  boolean submit(Claim claim, String name) {
    return write(
        board -> board.submit(claim.task(), claim.fence(), "done", List.of(), worker(name)));
  }

  TaskState state(String id) {
    return task(id).state();
  }

  Task task(String id) {
    return read(board -> board.task(id));
  }

  List<TaskAttempt> attempts(String id) {
    return read(board -> board.attempts(id));
  }

  /** The kinds of all events about a task, in their order. */
  List<String> events(String id) {
    return ledger.read(
        tx ->
            tx.list(
                "SELECT event.kind FROM event JOIN event_subject ON event_id = event.id"
                    + " WHERE event_subject.kind = 'task' AND subject = ? ORDER BY seq",
                row -> row.text(1),
                id));
  }

  void pass(Duration time) {
    clock.advance(time);
    int _ = write(board -> board.settle(1000));
  }

  @Override
  public void close() {
    ledger.close();
  }
}
