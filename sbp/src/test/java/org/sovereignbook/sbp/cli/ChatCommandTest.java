package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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

  private static JsonObject object(String line) {
    try {
      return (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(line, e);
    }
  }
}
