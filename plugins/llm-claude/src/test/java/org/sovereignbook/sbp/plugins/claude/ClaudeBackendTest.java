package org.sovereignbook.sbp.plugins.claude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testkit.RecordedCli;

/** Claude Code as 2.1.330 was heard, without Claude Code. */
@DisabledOnOs(OS.WINDOWS)
class ClaudeBackendTest {
  static final String HELP =
      "--tools --permission-mode --setting-sources --strict-mcp-config --disable-slash-commands"
          + " --no-session-persistence --system-prompt --max-budget-usd --json-schema";
  private static final String RESULT =
      """
      {"type":"result","subtype":"success","is_error":%s,"api_error_status":%s,"num_turns":1,\
      "result":"%s",%s"total_cost_usd":0.003,"terminal_reason":"completed","stop_reason":"end_turn",\
      "usage":{"input_tokens":1000,"output_tokens":100},\
      "modelUsage":{"claude-sonnet-5-5":{"inputTokens":1000,"outputTokens":100,\
      "cacheReadInputTokens":20,"cacheCreationInputTokens":3,"costUSD":0.003}},\
      "permission_denials":[%s]}
      """;

  @TempDir private Path folder;
  private RecordedCli program;
  private LlmBackend backend;

  @BeforeEach
  void prepare() throws Exception {
    program = RecordedCli.in(folder).describesItselfAs(HELP + " --restricted");
    backend =
        new ClaudeBackend(
            Map.of(
                "PATH", System.getenv("PATH"),
                "HOME", folder.toString(),
                "ANTHROPIC_API_KEY", "sk-ant-0123456789",
                "SOMEBODY_ELSES_KEY", "0123456789",
                "XDG_CONFIG_HOME", "/home/alice/.config",
                "CLAUDECODE", "1"));
  }

  @Test
  void aProgramThatIsNotThereIsFoundWithoutACall() {
    Readiness ready =
        backend.sufficient(Config.empty(), Map.of("PATH", folder.resolve("empty").toString()));

    assertThat(ready.found()).contains("claude");
    assertThat(ready.remedy()).hasValueSatisfying(it -> assertThat(it).startsWith("sbp config"));
  }

  @Test
  void answersWithoutToolsInTheShapeOfTheSchema() throws Exception {
    program.ends(
        0, result("false", "null", "Sure!", "\"structured_output\":{\"decisions\":[]},", ""), "");

    LlmAnswer answer = ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    assertThat(answer.output()).isEqualTo("{\"decisions\":[]}");
    assertThat(answer.usage().inputTokens()).hasValue(1_023);
    assertThat(answer.usage().outputTokens()).hasValue(100);
    assertThat(answer.usage().costUsd()).contains(new BigDecimal("0.003"));
    assertThat(answer.usage().model()).contains("claude-sonnet-5-5");
    assertThat(program.arguments())
        .containsSequence("--tools", "")
        .containsSequence("--permission-mode", "dontAsk")
        .contains("-p", "--restricted", "--strict-mcp-config", "--json-schema")
        .doesNotContain("--setting-sources", "--model", "--allowedTools");
    assertThat(program.input()).contains("# Judge", "me@example.com");
    assertThat(program.work()).isEmptyDirectory();
  }

  @Test
  void readsItsWorkingDirectoryAndWritesOneFileInToolsMode() throws Exception {
    program
        .ends(
            0,
            result(
                "false",
                "null",
                "Done.",
                "",
                "{\"tool_name\":\"Write\"},{\"tool_name\":\"Read\"},{\"tool_name\":\"Write\"}"),
            "")
        .writes("operational/author-output/pieces.json", "[]");

    LlmAnswer answer = ask("author", LlmRequest.Mode.TOOLS, settings("model", "opus"));

    assertThat(answer.output()).isEqualTo("[]");
    assertThat(answer.notes()).isEqualTo("refused to the model: Read (1), Write (2)");
    assertThat(program.arguments())
        .containsSequence("--tools", "Read,Write")
        .containsSequence("--allowedTools", "Edit(./operational/author-output/pieces.json)")
        .containsSequence("--model", "opus")
        .doesNotContain("--json-schema");
    assertThat(program.work().resolve("ethos.md")).hasContent("Be kind.");
  }

  @Test
  void usesTheLoginOfItsUserAndNoKeyBesideIt() throws Exception {
    Path login = folder.resolve(".claude/.credentials.json");
    Files.createDirectories(login.getParent());
    String before = "{\"claudeAiOauth\":{\"refreshToken\":\"old\",\"expiresAt\":1700000000000}}";
    Files.writeString(login, before);
    program
        .refreshes(
            "home/.claude/.credentials.json",
            "{\"claudeAiOauth\":{\"refreshToken\":\"new\",\"expiresAt\":1800000000000}}")
        .ends(0, result("false", "null", "{}", "", ""), "");
    assertThat(backend.findLogin(Map.of("HOME", folder.toString()))).contains(login);

    ask("reader", LlmRequest.Mode.ANSWER, settings("login", login.toString()));

    assertThat(program.support().resolve("home/.claude/.credentials.json")).hasContent(before);
    assertThat(Files.readString(login)).contains("new", "1800000000000").doesNotContain("old");
    assertThat(program.environment())
        .doesNotContainKey("ANTHROPIC_API_KEY")
        .hasEntrySatisfying("HOME", home -> assertThat(home).endsWith("/support/home"));
  }

  @Test
  void hasAHomeOfItsOwnAndNothingOfTheOperatorsButTheKey() throws Exception {
    program.ends(0, result("false", "null", "{}", "", ""), "");

    ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    assertThat(program.environment())
        .containsEntry("ANTHROPIC_API_KEY", "sk-ant-0123456789")
        .containsEntry("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1")
        .containsEntry("CLAUDE_CODE_MAX_OUTPUT_TOKENS", "8000")
        .doesNotContainKeys("SOMEBODY_ELSES_KEY", "CLAUDECODE", "XDG_CONFIG_HOME");
    assertThat(program.environment().get("HOME")).endsWith("/support/home");
    assertThat(program.arguments().toString()).doesNotContain("sk-ant-0123456789");
  }

  @Test
  void usesTheHomeOfALoginWhenToldTo() throws Exception {
    program.ends(0, result("false", "null", "{}", "", ""), "");

    ask("reader", LlmRequest.Mode.ANSWER, settings("home", "/home/alice"));

    assertThat(program.environment()).containsEntry("HOME", "/home/alice");
  }

  @Test
  void ignoresSettingsByAnotherFlagWhereTheProgramIsOlder() throws Exception {
    program.describesItselfAs(HELP).ends(0, result("false", "null", "{}", "", ""), "");

    ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    assertThat(program.arguments())
        .containsSequence("--setting-sources", "")
        .doesNotContain("--restricted");
  }

  @Test
  void refusesAProgramThatItCannotFence() throws Exception {
    program.describesItselfAs(HELP.replace("--strict-mcp-config", ""));

    LlmException failure = fail();

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.SETUP);
    assertThat(failure).hasMessageContaining("--strict-mcp-config").hasMessageContaining("newer");
  }

  @ParameterizedTest
  @CsvSource({
    "401, Invalid API key · Fix external API key, SETUP",
    "403, forbidden, SETUP",
    "404, model not found, SETUP",
    "400, Your credit balance is too low, SETUP",
    "429, API Error: Request rejected (429), PROVIDER",
    "529, Overloaded, PROVIDER",
    "null, Connection refused, PROVIDER",
    "null, Not logged in · Please run /login, SETUP",
    "null, Prompt is too long, PROMPT",
  })
  void tellsWhoCanMendAnError(String status, String said, LlmException.Kind kind) throws Exception {
    program.ends(1, result("true", status, said, "", ""), "");

    LlmException failure = fail();

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining(said);
    assertThat(failure.usage().inputTokens()).hasValue(1_023);
  }

  @Test
  void believesIsErrorAndNotTheSubtypeNorTheExitCode() throws Exception {
    program.ends(0, result("true", "500", "{}", "", ""), "");

    assertThat(fail().kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @ParameterizedTest
  @CsvSource({
    "error_max_turns, ANSWER",
    "error_max_structured_output_retries, ANSWER",
    "error_max_budget_usd, SETUP",
    "error_of_tomorrow, PROVIDER",
  })
  void tellsUnfinishedRunsApart(String subtype, LlmException.Kind kind) throws Exception {
    String json = result("false", "null", "", "", "").replace("\"success\"", "\"" + subtype + "\"");
    program.ends(1, json, "");

    assertThat(fail().kind()).isEqualTo(kind);
  }

  @Test
  void findsTheResultBehindLogLinesAndInTheArrayOfAVerboseRun() throws Exception {
    String result = result("false", "null", "fine", "", "");
    program.ends(0, "[warn] an update is {there}\n" + result + "\nbye\n", "");
    assertThat(ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty()).output())
        .isEqualTo("fine");
    program.ends(0, "[{\"type\":\"system\",\"subtype\":\"init\"}," + result + "]", "");
    assertThat(ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty()).output())
        .isEqualTo("fine");
  }

  @Test
  void takesNoResultForAFailure() throws Exception {
    program.ends(1, "", "error: unknown option '--strict-mcp-config'");
    assertThat(fail().kind()).isEqualTo(LlmException.Kind.SETUP);

    program.ends(143, "", "");
    assertThat(fail().kind()).isEqualTo(LlmException.Kind.PROVIDER);

    program.ends(0, "[1]", "");
    assertThat(fail().kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void passesOnWhatACallMayCost() throws Exception {
    program.ends(0, result("false", "null", "{}", "", ""), "");
    var request = program.request("reader", LlmRequest.Mode.ANSWER, "claude", JsonObject.empty());

    backend.answer(
        new LlmRequest(
            request.role(),
            request.mode(),
            request.prompt(),
            request.inputs(),
            request.output(),
            request.repair(),
            new LlmRequest.Budget(
                9, Optional.of(new BigDecimal("0.25")), request.budget().timeout()),
            request.context()));

    assertThat(program.arguments()).containsSequence("--max-budget-usd", "0.25");
  }

  private LlmAnswer ask(String role, LlmRequest.Mode mode, JsonObject settings) throws Exception {
    return backend.answer(program.request(role, mode, "claude", settings));
  }

  private LlmException fail() {
    return catchThrowableOfType(
        LlmException.class, () -> ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty()));
  }

  private static JsonObject settings(String name, String value) {
    return JsonObject.builder().put(name, value).build();
  }

  private static String result(
      String isError, String status, String text, String more, String denials) {
    return RESULT.formatted(isError, status, text.replace("\"", "\\\""), more, denials);
  }
}
