package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;

final class ChatCommandTest {
  @TempDir Path folder;

  @Test
  void inAPipeEachLineIsAMessageAndTheLastEventIsItsTurn() throws Exception {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest cli = CliTest.in(folder.resolve("n"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit =
        new Program(cli.typing("which tasks are open?\n").world(out, err)).run("chat", "--json");
    assertThat(exit).isEqualTo(ExitCode.DONE);
    List<JsonObject> events =
        out.toString(StandardCharsets.UTF_8).lines().map(line -> object(line)).toList();
    assertThat(events.stream().map(event -> event.string("event").orElseThrow()))
        .startsWith("message")
        .contains("tool", "text")
        .endsWith("message", "turn");
    assertThat(events.getLast().string("status")).contains("completed");

    JsonObject session =
        cli.run("session", "list", "--json")
            .json()
            .array("sessions")
            .orElseThrow()
            .objects()
            .getFirst();
    assertThat(session.string("label")).contains("agent:main:main");
    assertThat(session.integer("turns")).hasValue(1);
    assertThat(session.string("state")).contains("idle");
  }

  @Test
  void whatAnotherProcessRunsIsFollowedUntilNobodyReadsIt() throws Exception {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest cli = CliTest.in(folder.resolve("n"));
    assertThat(cli.typing("hello\n").run("chat").exit()).isEqualTo(ExitCode.DONE);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Reader reader = new Reader(2);
    CompletableFuture<ExitCode> watch =
        CompletableFuture.supplyAsync(
            () ->
                new Program(cli.world(reader, err))
                    .run("session", "watch", "main", "-n", "2", "--json"),
            Thread::startVirtualThread);
    assertThat(cli.typing("which tasks are open?\n").run("chat").exit()).isEqualTo(ExitCode.DONE);
    assertThat(watch.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE);
    List<JsonObject> events =
        reader.toString(StandardCharsets.UTF_8).lines().map(line -> object(line)).toList();
    assertThat(events).allMatch(event -> event.string("session").orElse("").endsWith(":main"));
    assertThat(events.stream().map(event -> event.string("event").orElseThrow()))
        .containsSubsequence("message", "text", "turn", "message", "tool", "text", "turn");
    assertThat(events.getLast().string("status")).contains("completed");
  }

  @Test
  void aConversationIsWatchedBeforeItsFirstMessage() throws Exception {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest cli = CliTest.in(folder.resolve("n"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(cli.run("session", "show", "main").out()).contains("nothing was said yet");
    CliTest.Ran idle = cli.run("session", "watch", "main", "--until-idle");
    assertThat(idle.exit()).as(idle.err()).isEqualTo(ExitCode.DONE);
    Reader reader = new Reader(1);
    CompletableFuture<ExitCode> watch =
        CompletableFuture.supplyAsync(
            () -> new Program(cli.world(reader, err)).run("session", "watch", "main", "--json"),
            Thread::startVirtualThread);
    assertThat(cli.typing("which tasks are open?\n").run("chat").exit()).isEqualTo(ExitCode.DONE);
    assertThat(watch.get(60, TimeUnit.SECONDS))
        .as(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(ExitCode.DONE);
  }

  /** Reader of a pipe that goes away after so many turns. */
  private static final class Reader extends ByteArrayOutputStream {
    private final int turns;

    Reader(int turns) {
      this.turns = turns;
    }

    @Override
    public void flush() throws IOException {
      String text = toString(StandardCharsets.UTF_8);
      if (text.split("\"event\":\"turn\"", -1).length > turns) {
        throw new IOException("nobody reads");
      }
    }
  }

  @Test
  void anAgentSeesNoSessionOfAnotherAgent() throws Exception {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest owner = CliTest.in(folder.resolve("n"));
    assertThat(owner.typing("a secret\n").run("chat").exit()).isEqualTo(ExitCode.DONE);
    String turn = owner.run("session", "show", "main", "--json").json().toString();
    assertThat(turn).contains("a secret");
    owner.run("agent", "register", "coder", "--tools", "*");
    String token =
        owner.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
    CliTest agent = CliTest.in(folder.resolve("n")).with("SBP_AGENT_TOKEN", token);

    assertThat(agent.run("session", "list", "--json").out()).doesNotContain("agent:main:main");
    for (String word : List.of("show", "tree", "fork", "abort")) {
      CliTest.Ran seen = agent.run("session", word, "main");
      CliTest.Ran unknown = agent.run("session", word, "other");
      assertThat(seen.exit()).as(word).isEqualTo(ExitCode.NOT_FOUND);
      assertThat(seen.err()).as(word).isEqualTo(unknown.err().replace("other", "main"));
    }
  }

  private static JsonObject object(String line) {
    try {
      return (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(line, e);
    }
  }
}
