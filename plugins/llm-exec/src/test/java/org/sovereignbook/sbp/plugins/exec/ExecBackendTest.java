package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** The backend with commands of this test, and its presets with programs of their names. */
@DisabledOnOs(OS.WINDOWS)
class ExecBackendTest {
  private static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");

  @TempDir private Path folder;
  private Node node;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void prepare() throws IOException {
    node =
        new Node(
            new NodeHome(folder.resolve("node")),
            LocalDisk.unsynced(),
            () -> NOON,
            new SecureRandom());
    Files.createDirectories(folder.resolve("bin"));
    environment.put("PATH", folder.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("OPENAI_API_KEY", "sk-0123456789");
    environment.put("OTHER", "kept away");
  }

  private Path program(String name, String... lines) throws IOException {
    Path program = folder.resolve("bin").resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  private static JsonObject command(String... words) {
    return JsonObject.builder().put("command", JsonArray.ofStrings(List.of(words))).build();
  }

  private LlmAnswer ask(JsonObject settings) throws LlmException, InterruptedException {
    return ask(settings, "reader");
  }

  private LlmAnswer ask(JsonObject settings, String role)
      throws LlmException, InterruptedException {
    return new ExecBackend(environment)
        .answer(
            new LlmRequest(
                role,
                LlmRequest.Mode.ANSWER,
                "You judge.",
                List.of(
                    new LlmRequest.Input(
                        "operational/inbox-digest.json", "{\"items\": [1]}", true)),
                BuiltinJobs.of(role).output(),
                Optional.empty(),
                new LlmRequest.Budget(777, Optional.empty(), Duration.ofSeconds(60)),
                new LlmRequest.Context(
                    Config.at("llm.exec", settings),
                    node.clock(),
                    node.random(),
                    folder.resolve("scratch"),
                    node::identity)));
  }

  @Test
  void aCommandReadsThePromptAndPrintsTheAnswer() throws Exception {
    assertThat(ask(command("cat")).output()).contains("You judge.").contains("{\"items\": [1]}");
  }

  @Test
  void aCommandMayWriteItsAnswerToAFile() throws Exception {
    program("judge", "echo chatter", "echo '{}' > $1");

    assertThat(ask(command("judge", "{answer}").with("answer", "file")).output()).isEqualTo("{}\n");
  }

  @Test
  void placeholdersAreFilledIn() throws Exception {
    program("judge", "cmp -s \"$1\" - && echo same", "echo $2 $3 $4", "cat $5");

    String output =
        ask(command(
                    "judge",
                    "{prompt}",
                    "{model}",
                    "--limit={max_output_tokens}",
                    "{not_one}",
                    "{schema}")
                .with("model", "m{answer}"))
            .output();

    assertThat(output)
        .startsWith("same\nm{answer} --limit=777 {not_one}\n")
        .contains("\"inbox_id\"");
  }

  @Test
  void aPlaceholderWithoutValueGoesWithItsOption() throws Exception {
    program("judge", "echo \"$@\"");

    assertThat(
            ask(command("judge", "-m", "{model}", "--schema", "{schema}", "go"), "compactor")
                .output())
        .isEqualTo("go\n");
  }

  @Test
  void noShellReadsTheCommand() throws Exception {
    assertThat(ask(command("echo", "$(id)", ";", "rm", "*")).output()).isEqualTo("$(id) ; rm *\n");
  }

  @Test
  void onlyListedVariablesReachTheCommand() throws Exception {
    assertThat(ask(command("env")).output())
        .doesNotContain("OPENAI_API_KEY")
        .doesNotContain("OTHER");
    assertThat(
            ask(command("env").with("environment", JsonArray.ofStrings(List.of("OTHER")))).output())
        .contains("OTHER=kept away");
  }

  @Test
  void aFailingCommandIsTheProvidersFailure() throws Exception {
    program("judge", "echo '{\"decisions\": []}'", "echo out of credit >&2", "exit 3");

    assertThatThrownBy(() -> ask(command("judge")))
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("out of credit")
        .extracting("kind")
        .isEqualTo(LlmException.Kind.PROVIDER);
  }

  @ParameterizedTest
  @CsvSource({
    "true, wrote no answer",
    "ln -s /etc/passwd $1, cannot be read",
    "mkdir $1, cannot be read",
    "head -c 5000000 /dev/zero > $1, larger than"
  })
  void anAnswerFileThatIsNoneIsNoAnswer(String line, String why) throws Exception {
    program("judge", line);

    assertThatThrownBy(() -> ask(command("judge", "{answer}").with("answer", "file")))
        .hasMessageContaining(why)
        .extracting("kind")
        .isEqualTo(LlmException.Kind.ANSWER);
  }

  @Test
  void theAnswerOnStandardOutputCannotTellOfItsUsage() throws Exception {
    program("judge", "echo '{\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}'");

    assertThat(ask(command("judge")).usage().inputTokens()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"command\": []}",
        "{\"command\": \"cat\"}",
        "{\"command\": [\"\"]}",
        "{\"command\": [1]}",
        "{\"preset\": \"oracle\"}",
        "{\"command\": [\"cat\"], \"answer\": \"somewhere\"}"
      })
  void settingsThatMakeNoSenseAreNamed(String json) throws Exception {
    JsonObject settings =
        (JsonObject) JsonReader.file(json.getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThatThrownBy(() -> ask(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.exec");
  }

  @Test
  void aProgramThatIsNotInstalledIsTheOperatorsToInstall() {
    assertThatThrownBy(() -> ask(command("no-such-program-anywhere")))
        .hasMessageContaining("there is no program no-such-program-anywhere")
        .extracting("kind")
        .isEqualTo(LlmException.Kind.SETUP);
  }

  @Test
  void theConfiguredModelIsTheOneThatTheLedgerNames() throws Exception {
    assertThat(ask(command("cat").with("model", "small")).usage().model()).contains("small");
  }

  @Test
  void toolsAreNotOffered() {
    assertThat(new ExecBackend(environment).modes()).containsExactly(LlmRequest.Mode.ANSWER);
  }

  /**
   * What each preset would run: its program here tells its arguments and answers where it should.
   */
  @ParameterizedTest
  @EnumSource(ExecPreset.class)
  void everyPresetRunsItsProgramAndFindsItsAnswer(ExecPreset preset) throws Exception {
    program(
        preset.command().getFirst(),
        "for word in \"$@\"; do last=$word; [ \"$previous\" = -o ] && out=$word; previous=$word;"
            + " done",
        "answer=\"$* MODEL=$GOOSE_MODEL KEY=$OPENAI_API_KEY\"",
        preset.answer() == ExecPreset.Answer.FILE
            ? "echo \"$answer\" > \"${out:-$last}\""
            : "echo \"$answer\"");

    String said =
        ask(JsonObject.builder().put("preset", preset.toString()).put("model", "model-7").build())
            .output();

    assertThat(said).contains("model-7").doesNotContain("{");
    assertThat(said.contains("KEY=[OPENAI_API_KEY]"))
        .isEqualTo(preset.environment().contains("OPENAI_API_KEY"));
  }

  @Test
  void codexTellsItsUsageBesideTheAnswer() throws Exception {
    program(
        "codex",
        "for word in \"$@\"; do [ \"$previous\" = -o ] && out=$word; previous=$word; done",
        "echo '{\"type\":\"item.completed\",\"item\":{\"text\":\"{\\\"usage\\\":{}}\"}}'",
        "echo '{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":900,\"cached_input_tokens\":0,\"output_tokens\":12}}'",
        "echo '{\"decisions\": []}' > $out");

    LlmAnswer answer = ask(JsonObject.builder().put("preset", "codex").build());

    assertThat(answer.output()).isEqualTo("{\"decisions\": []}\n");
    assertThat(answer.usage().inputTokens()).hasValue(900);
    assertThat(answer.usage().outputTokens()).hasValue(12);
  }
}
