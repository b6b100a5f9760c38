package org.sovereignbook.sbp.cli.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.turns.Talking;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;

/** {@code sbp session turn} and {@code sbp session compare}. */
class SessionTurnTest {
  @TempDir private Path folder;

  private static List<JsonObject> objects(JsonObject from, String name) {
    return from.array(name).orElseThrow().objects();
  }

  private static JsonObject first(JsonObject from, String name) {
    return objects(from, name).getFirst();
  }

  private static CliTest cli(Talking talking) {
    return CliTest.in(talking.session().node().home().root()).by(talking.clock());
  }

  private static JsonObject turn(Talking talking, AgentTurn turn) {
    return cli(talking).run("session", "turn", turn.id(), "--json").json();
  }

  private static AgentTurn ran(Talking talking, ScriptedChat model) throws InterruptedException {
    return talking.run(model).getFirst().turn();
  }

  private static JsonObject part(JsonObject step, String kind) {
    return objects(step.object("model").orElseThrow(), "context").stream()
        .filter(one -> one.string("kind").equals(Optional.of(kind)))
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject mail(String text) {
    return JsonObject.builder().put("address", "owner").put("text", text).build();
  }

  @Test
  void aTurnIsATreeOfPromptsCallsDecisionsAndTheAnswer() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      var _ = talking.owner("mail me");
      AgentTurn turn =
          ran(talking, new ScriptedChat().calls("mail_send", mail("here")).says("I did."));

      JsonObject tree = turn(talking, turn);

      assertThat(tree.string("status")).contains("completed");
      List<JsonObject> steps = objects(tree, "steps");
      assertThat(steps).hasSize(2);
      JsonObject asked = first(steps.getFirst(), "messages");
      assertThat(asked.string("author")).contains("owner");
      assertThat(asked.string("content")).contains("mail me");
      JsonObject model = steps.getFirst().object("model").orElseThrow();
      assertThat(model.string("outcome")).contains("answered");
      assertThat(model.has("first_ms")).isTrue();
      assertThat(model.object("cost").orElseThrow().integer("tokens")).hasValue(110);
      assertThat(tree.object("cost").orElseThrow().integer("calls")).hasValue(2);
      assertThat(part(steps.getFirst(), "messages").array("authors").orElseThrow().strings())
          .contains(List.of("owner"));
      assertThat(part(steps.getFirst(), "rules").integer("tokens").orElse(0)).isPositive();
      assertThat(part(steps.getLast(), "results").integer("count")).hasValue(1);
      JsonObject tool = first(steps.getFirst(), "tools");
      assertThat(tool.string("name")).contains("mail_send");
      assertThat(tool.object("arguments")).contains(mail("here"));
      assertThat(tool.string("decision")).contains("allow");
      assertThat(tool.string("reason").orElseThrow()).isNotBlank();
      assertThat(tool.string("result").orElseThrow()).isNotBlank();
      assertThat(steps.getLast().object("answer").orElseThrow().string("content"))
          .contains("I did.");
      assertThat(cli(talking).run("session", "turn", turn.id()).out())
          .contains("model script", "tool mail_send: done", "allow: ", "by owner");
    }
  }

  @Test
  void aDeniedCallSaysWhyAndNoTextOfAPromptIsStoredTwice() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      var _ = talking.owner("remove the reader");
      AgentTurn turn =
          ran(
              talking,
              new ScriptedChat()
                  .calls("agent_remove", JsonObject.builder().put("agent", "reader").build())
                  .says("I may not."));

      JsonObject tool = first(first(turn(talking, turn), "steps"), "tools");

      assertThat(tool.string("decision")).contains("deny");
      assertThat(tool.string("reason").orElseThrow()).contains("agent_remove");
      assertThat(
              talking
                  .ledger()
                  .<Boolean>read(
                      tx -> tx.exists("SELECT 1 FROM agent_prompt WHERE parts LIKE '%reader%'")))
          .as("a prompt is kept by its sizes and authors")
          .isFalse();
    }
  }

  @Test
  void aFailedTurnHasTheCallThatFailedAndAnInterruptedOneWhatHadCome() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      var _ = talking.owner("hello");
      AgentTurn failed =
          ran(
              talking,
              new ScriptedChat()
                  .fails(new LlmException(LlmException.Kind.ANSWER, "nothing usable came")));

      JsonObject tree = turn(talking, failed);

      assertThat(tree.string("status")).contains("failed");
      JsonObject step = first(tree, "steps");
      assertThat(first(step, "messages").string("content")).contains("hello");
      JsonObject model = step.object("model").orElseThrow();
      assertThat(model.string("outcome")).contains("failed");
      assertThat(model.string("why")).contains("nothing usable came");
      assertThat(step.has("answer")).isFalse();

      var _ = talking.owner("write a poem");
      AgentTurn aborted = interrupted(talking);
      JsonObject half = first(turn(talking, aborted), "steps");
      assertThat(half.object("model").orElseThrow().string("outcome")).contains("interrupted");
      assertThat(half.object("answer").orElseThrow().string("role")).contains("partial");
      assertThat(half.object("answer").orElseThrow().string("content")).contains("Roses");
      assertThat(part(half, "earlier_turns").integer("count"))
          .as("what was said in a failed turn was said")
          .hasValue(1);
    }
  }

  private static AgentTurn interrupted(Talking talking) throws InterruptedException {
    Cancellation cancel = new Cancellation();
    ScriptedChat model =
        new ScriptedChat()
            .then(
                (_, listener, _) -> {
                  listener.text("Roses");
                  cancel.cancel();
                  throw LlmException.cancelled();
                });
    try (TurnRunner runner = talking.runner(model)) {
      TurnOutcome outcome = runner.next(Talking.MAIN, TurnListener.NONE, cancel);
      return ((TurnOutcome.Ended) outcome).turn();
    }
  }

  @Test
  void aFoldedThreadSaysHowManyTurnsItsSummaryStandsFor() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      for (String text : List.of("one", "two", "three")) {
        var _ = talking.owner(text.repeat(400));
        AgentTurn _ = ran(talking, new ScriptedChat().says(text));
      }
      try (TurnRunner runner = talking.runner(new ScriptedChat().says("They counted."))) {
        assertThat(runner.compact(Talking.MAIN, new Cancellation())).isPresent();
      }
      var _ = talking.owner("go on");
      AgentTurn turn = ran(talking, new ScriptedChat().says("four"));

      JsonObject summary = part(first(turn(talking, turn), "steps"), "summary");

      assertThat(summary.integer("count")).hasValue(3);
      assertThat(summary.has("turn")).isTrue();
      assertThat(cli(talking).run("session", "turn", turn.id()).out())
          .contains("summary of 3 folded turns");
    }
  }

  @Test
  void theCallsOfModelsAreForgottenAfterAWhileAndTheMessagesStay() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      var _ = talking.owner("hello");
      AgentTurn turn = ran(talking, new ScriptedChat().says("Good day."));
      talking.clock().advance(Duration.ofDays(91));

      assertThat(TurnPrompts.forget(talking.ledger())).isEqualTo(1);

      JsonObject tree = turn(talking, turn);
      assertThat(tree.bool("recorded")).contains(false);
      assertThat(first(tree, "steps").object("answer").orElseThrow().string("content"))
          .contains("Good day.");
    }
  }

  @Test
  void twoForksAreComparedFromWhereTheyPart() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      var _ = talking.owner("what is a boat?");
      AgentTurn common = ran(talking, new ScriptedChat().says("It floats."));
      String fork =
          cli(talking)
              .run("session", "fork", "main", "--json")
              .json()
              .string("label")
              .orElseThrow();
      var _ = talking.owner("and a ship?");
      AgentTurn own = ran(talking, new ScriptedChat().says("A larger one."));
      assertThat(cli(talking).run("session", "send", fork, "and a raft?").exit())
          .isEqualTo(ExitCode.DONE);
      talking.clock().advance(Duration.ofMinutes(1));
      try (TurnRunner runner = talking.runner(new ScriptedChat().says("A flat one."))) {
        TurnOutcome _ = runner.next(fork, TurnListener.NONE, new Cancellation());
      }

      JsonObject compared = cli(talking).run("session", "compare", "main", fork, "--json").json();

      assertThat(compared.string("common")).contains(common.id());
      assertThat(compared.integer("shared")).hasValue(1);
      List<JsonObject> sides = objects(compared, "sides");
      assertThat(first(sides.getFirst(), "turns").string("turn")).contains(own.id());
      assertThat(first(sides.getFirst(), "turns").string("answered")).contains("A larger one.");
      assertThat(first(sides.getLast(), "turns").string("asked")).contains("and a raft?");
      assertThat(cli(talking).run("session", "compare", "main", fork).out())
          .contains("1 turn in common", "answered: A flat one.");
      assertThat(cli(talking).run("session", "turn", "nothing").exit())
          .isEqualTo(ExitCode.NOT_FOUND);
    }
  }
}
