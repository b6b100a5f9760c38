package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** A hook asks the node's model through the real program, in a process of its own. */
@DisabledOnOs(OS.WINDOWS)
class HookAskTest {
  private static final String HOOK =
      """
      #!/bin/sh
      # sbp-hook:
      #   triggers: {event: {types: task.created}}
      #   model: true
      #   tools: [mail_send]

      cat > /dev/null
      answer=$(echo 'an order of shoes' | sbp hook ask 'Is it good?' --data) || exit 1
      printf '{"fire": true, "context": {"prompt": "%s"}}' "$answer"
      """;

  /** It says what it was asked about. */
  private static final String MODEL =
      """
      #!/bin/sh
      if grep -q 'an order of shoes'; then printf 'it is good' > "$1"; fi
      echo '{"usage": {"input_tokens": 120, "output_tokens": 7}}'
      """;

  @TempDir private Path folder;

  @Test
  void whatItsModelSaysIsDoneAndItsTokensAreCountedWithTheRun() throws Exception {
    assertThat(sbp("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    Path jar = folder.resolve("llm-exec.jar");
    PackedExec.into(jar);
    assertThat(sbp("plugin", "install", jar.toString()).exit()).isEqualTo(ExitCode.DONE);
    Path config = folder.resolve("runtime/scheduler-config.json");
    JsonObject all = (JsonObject) JsonReader.file(Files.readAllBytes(config));
    Files.writeString(
        config,
        all.with("components", JsonObject.empty())
            .with("llm", JsonObject.empty().with("backend", "exec"))
            .toString());
    assertThat(sbp("doctor").out())
        .as("a backend that lacks a setting")
        .contains("fail  llm backend: ", "llm.exec.command");
    Files.writeString(
        config, all.with("components", JsonObject.empty()).with("llm", model()).toString());
    program(folder.resolve("runtime/hooks/asks.sh"), HOOK);
    assertThat(sbp("hook", "accept", "asks").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp("task", "add", "look").exit()).isEqualTo(ExitCode.DONE);

    Sbp.Ran tick = sbp("tick");

    String log = sbp("hook", "log", "--json").out();
    assertThat(tick.out()).as(tick.err() + log).contains("hooks: 1 ran, 1 fired, 0 failed");
    assertThat(((JsonObject) json(log)).array("runs").orElseThrow().objects())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.integer("calls")).hasValue(1);
              assertThat(run.integer("input_tokens")).hasValue(120);
              assertThat(run.integer("output_tokens")).hasValue(7);
            });
    assertThat(sbp("mail", "list").out()).contains("it is good");
  }

  private JsonObject model() throws Exception {
    Path model = folder.resolve("model");
    program(model, MODEL);
    return JsonObject.empty()
        .with("backend", "exec")
        .with(
            "exec",
            JsonObject.builder()
                .put("command", JsonArray.ofStrings(List.of(model.toString(), "{answer}")))
                .put("answer", "file")
                .build());
  }

  private static void program(Path file, String text) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Object json(String text) throws Exception {
    return JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  private Sbp.Ran sbp(String... words) throws IOException {
    return Sbp.in(folder).with("XDG_DATA_HOME", folder.resolve("data")).run(words);
  }
}
