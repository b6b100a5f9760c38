package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.turns.Talking;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.Dispatches;

/** {@code sbp team runs} for work that a conversation has handed out. */
class DispatchRunsTest {
  @TempDir private Path folder;

  private static List<JsonObject> objects(JsonObject from, String name) {
    return from.array(name).orElseThrow().objects();
  }

  private static List<String> texts(List<JsonObject> all, String name) {
    return all.stream().map(one -> one.string(name).orElse("-")).toList();
  }

  private static JsonObject work(String agent, String text) {
    return JsonObject.builder().put("agent", agent).put("text", text).build();
  }

  private static CliTest cli(Talking talking) {
    return CliTest.in(talking.session().node().home().root()).by(talking.clock());
  }

  private static void register(Talking talking, String name) {
    talking
        .ledger()
        .run(tx -> Registration.usual(name, AgentType.AUTONOMOUS).register(tx, Caller.system()));
  }

  private static void next(Talking talking, String session, ScriptedChat model)
      throws InterruptedException {
    talking.clock().advance(Duration.ofMinutes(1));
    try (TurnRunner runner = talking.runner(model)) {
      TurnOutcome _ = runner.next(session, TurnListener.NONE, new Cancellation());
    }
  }

  private static AgentDispatch newest(Talking talking) {
    return talking
        .ledger()
        .read(tx -> new Dispatches(tx).list(Caller.owner("command"), "", 10).getFirst());
  }

  @Test
  void aTurnThatHandsOutWorkIsARunWithAConversationAndWorkersAsLanes() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder");
      register(talking, "tester");
      var _ = talking.owner("Build a boat\nby noon");
      next(
          talking,
          Talking.MAIN,
          new ScriptedChat().calls("dispatch_to_agent", work("coder", "Saw it")).says("Begun."));
      AgentDispatch first = newest(talking);
      CliTest cli = cli(talking);
      JsonObject open = objects(cli.run("team", "runs", "--json").json(), "runs").getFirst();
      assertThat(open.string("kind")).contains("dispatch");
      assertThat(open.string("title")).contains("Build a boat");
      assertThat(open.string("state")).contains("running");
      String coder = first.work().target();
      next(
          talking,
          coder,
          new ScriptedChat().calls("dispatch_to_agent", work("tester", "Float it")).says("Wait."));
      next(talking, newest(talking).work().target(), new ScriptedChat().says("It floats."));
      next(talking, coder, new ScriptedChat().says("Sawn and afloat."));
      next(talking, Talking.MAIN, new ScriptedChat().says("Your boat is ready."));

      JsonObject run = cli.run("team", "runs", open.string("run").orElseThrow(), "--json").json();

      assertThat(run.string("state")).contains("ended");
      assertThat(run.has("to")).isTrue();
      List<JsonObject> members = objects(run, "members");
      assertThat(texts(members, "name")).containsExactly("main", "coder", "tester");
      assertThat(texts(members, "kind")).containsExactly("conversation", "worker", "worker");
      JsonObject work = objects(members.get(1), "attempts").getFirst();
      assertThat(work.string("title")).contains("Saw it");
      assertThat(work.string("outcome")).contains("done");
      assertThat(work.object("cost").orElseThrow().integer("calls")).hasValue(3);
      assertThat(cli.run("session", "turn", work.string("turn").orElseThrow()).out())
          .contains("Sawn and afloat.");
      assertThat(texts(objects(members.getLast(), "attempts"), "title"))
          .as("what a worker hands on is a lane of the same run")
          .containsExactly("Float it");
      assertThat(texts(objects(members.getFirst(), "attempts"), "title"))
          .as("the turn that reads the report is the last bar")
          .containsExactly("Build a boat", "Report of coder: done");
      assertThat(texts(objects(run, "mail"), "type")).contains("work", "report");
      assertThat(texts(objects(run, "mail"), "from")).contains("main", "coder", "tester");
      assertThat(texts(objects(cli.run("team", "runs", "--json").json(), "runs"), "run"))
          .as("the nested work is no run of its own")
          .isEqualTo(List.of(run.string("run").orElseThrow()));
      assertThat(cli.run("team", "runs", run.string("run").orElseThrow()).out())
          .contains("coder", "Float it", "dispatch");
    }
  }

  @Test
  void workOfTheOwnerIsARunAndAnOldOneIsNoLongerListed() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder");
      CliTest cli = cli(talking);
      assertThat(cli.run("session", "dispatch", "coder", "Saw it").exit()).isEqualTo(ExitCode.DONE);
      AgentDispatch only = newest(talking);
      next(talking, only.work().target(), new ScriptedChat().says("Sawn."));

      JsonObject run = cli.run("team", "runs", only.id(), "--json").json();

      assertThat(texts(objects(run, "members"), "name")).containsExactly("coder");
      assertThat(run.string("title")).contains("Saw it");
      assertThat(cli.run("team", "runs", "none").exit()).isEqualTo(ExitCode.NOT_FOUND);
      talking.clock().advance(Duration.ofDays(91));
      assertThat(objects(cli.run("team", "runs", "--json").json(), "runs")).isEmpty();
      assertThat(cli.run("team", "runs", only.id(), "--json").json().string("state"))
          .isEqualTo(Optional.of("ended"));
    }
  }
}
