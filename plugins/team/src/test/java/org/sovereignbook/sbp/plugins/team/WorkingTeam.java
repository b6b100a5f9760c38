package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A team of a planner, a builder and a judge, at work one after the other in this process. */
final class WorkingTeam implements AutoCloseable {
  static final Authority OWNER = Authority.of(Principal.OWNER, "team");
  static final String LABEL = "run:test";

  final TestNode node;
  final Ledger ledger;
  final Path file;
  final List<String> log = new ArrayList<>();

  /** The run in which members work. */
  TeamRuns.Run run;

  private Team team;

  private WorkingTeam(Path folder) throws Exception {
    node = TestNode.in(folder.resolve("node"));
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
    file =
        Files.writeString(
            folder.resolve("team.yaml"),
            """
            max_idle_cycles: 1
            reputation: {peer_review_agents: [judge]}
            limits: {max_tasks: 3}
            agents:
              - {id: planner, role: Plans.}
              - {id: builder, role: Builds., limits: {daily_calls: 20}}
              - {id: judge, role: Judges.}
            """);
    team = files().read();
    ledger.run(tx -> Incarnation.enrol(tx, team));
    run = beginRun(LABEL);
  }

  /** Opens a society with the team and its first run. */
  static WorkingTeam in(Path folder) throws Exception {
    return new WorkingTeam(folder);
  }

  @Override
  public void close() {
    ledger.close();
  }

  private TeamFiles files() {
    return new TeamFiles(new LocalDisk(), file);
  }

  /** Returns the team as it was last read. */
  Team now() {
    return team;
  }

  /** Changes a text of the team's file, and reads the team again. */
  void change(String former, String text) throws Exception {
    Files.writeString(file, Files.readString(file).replace(former, text));
    team = files().read();
  }

  TeamMember member(String name) {
    return team.member(name).orElseThrow();
  }

  TeamRuns.Run beginRun(String label) {
    return ledger.write(
        tx -> TeamRuns.begin(tx, OWNER, Optional.of(label), Optional.empty(), file));
  }

  Incarnation begin(TeamMember member) {
    return ledger.write(tx -> Incarnation.begin(tx, run, member));
  }

  /** Lets a member work until it sleeps, ends or is held. */
  WorkEnd work(String name, FakeBackend backend) throws Exception {
    TeamMember member = member(name);
    Incarnation begun = begin(member);
    return teamWork(backend).run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
  }

  /** Lets a member do one task. */
  WorkEnd once(String name) throws Exception {
    TeamMember member = member(name);
    Incarnation begun = begin(member);
    return teamWork(FakeBackend.saying("done"))
        .run(team, member, begun.token(), MemberLoop.Terms.ONCE, _ -> {});
  }

  TeamWork teamWork(FakeBackend backend) {
    return new TeamWork(
        ledger,
        run,
        files(),
        _ -> backend,
        Map.of("PATH", System.getenv("PATH")),
        false,
        Optional.empty(),
        log::add);
  }

  boolean isNeeded(String name) {
    return ledger.write(tx -> Incarnation.isNeeded(tx, run, member(name)));
  }

  String add(String title, Optional<String> role) {
    PlannedTask task =
        new PlannedTask(
            Optional.empty(),
            title,
            Optional.of("Do it well."),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(LABEL)),
            role,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return ledger
        .write(
            tx ->
                Board.in(tx)
                    .add(Plan.of(List.of(task)), Worker.of(Caller.owner("team")), Optional.empty()))
        .getFirst();
  }

  /** Adds a wall that a peer of this name has asked for. */
  String offered(String peer) {
    return offered(peer, "[{title: a wall of theirs, labels: [%s]}]");
  }

  /** Adds a task that a peer of this name has asked for, in a plan that takes the label. */
  String offered(String peer, String planned) {
    Authority cause =
        ledger.write(
            tx ->
                Access.decide(
                        tx,
                        Entities.peer(tx, TestKeys.named(peer).publicKey(), TrustState.KNOWN),
                        Access.here(tx, "offer"))
                    .authority());
    Plan plan = Plan.read(planned.formatted(LABEL));
    Worker offering = Worker.of(Caller.owner("offer")).onBehalfOf(cause);
    return ledger.write(tx -> Board.in(tx).add(plan, offering, Optional.empty())).getFirst();
  }

  static Principal bob() {
    return Principal.peer(TestKeys.named("bob").publicKey());
  }

  Task task(String id) {
    return ledger.read(tx -> Board.in(tx).task(id));
  }

  List<Task> labelled() {
    return ledger.read(tx -> Board.in(tx).labelled(LABEL));
  }

  static FakeBackend reviewing(int score) {
    return FakeBackend.saying("{\"score\": %d, \"comment\": \"as it is\"}".formatted(score));
  }
}
