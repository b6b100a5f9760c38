package org.sovereignbook.sbp.plugins.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.testkit.RecordedCli;

/** The Gemini CLI as 0.61.0 was heard, without it. */
@DisabledOnOs(OS.WINDOWS)
class GeminiBackendTest {
  static final String HELP =
      "--admin-policy --skip-trust --approval-mode --allowed-mcp-server-names";
  private static final String NOISE = "Ripgrep is not available. Falling back to GrepTool.\n";
  private static final String RESULT =
      """
      Loaded cached credentials.
      {
        "session_id": "4ddf7c1b",
        "response": "%s",
        "stats": {
          "models": {
            "gemini-2.5-pro": {
              "api": {"totalRequests": 1, "totalErrors": 0},
              "tokens": {"input": 900, "prompt": 1000, "candidates": 100, "cached": 100, "thoughts": 7}
            },
            "never-asked": {"api": {"totalRequests": 0}, "tokens": {"prompt": 5}}
          },
          "tools": {"totalCalls": 3, "byName": {"write_file": {"count": 2, "success": 1, "fail": 1}}}
        }%s
      }
      """;

  @TempDir private Path folder;
  private RecordedCli program;
  private LlmBackend backend;

  @BeforeEach
  void prepare() throws Exception {
    program = RecordedCli.in(folder).describesItselfAs(HELP);
    backend =
        new CliBackend(
            new GeminiCli(folder.resolve("no-policies")),
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "HOME",
                folder.toString(),
                "GEMINI_API_KEY",
                "AIza-0123456789",
                "GOOGLE_API_KEY",
                "another-0123456789"));
  }

  @Test
  void answersWithEveryToolDenied() throws Exception {
    program.ends(0, result("{\\\"decisions\\\":[]}", ""), NOISE);

    LlmAnswer answer = ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    assertThat(answer.output()).isEqualTo("{\"decisions\":[]}");
    assertThat(answer.usage().model()).contains("gemini-2.5-pro");
    assertThat(answer.usage().inputTokens()).hasValue(1_000);
    assertThat(answer.usage().outputTokens()).hasValue(107);
    assertThat(program.arguments())
        .containsSequence("-m", "gemini-2.5-pro")
        .containsSequence("--approval-mode", "default")
        .containsSequence("-e", "none");
    assertThat(policy()).contains("decision = \"deny\"").doesNotContain("allow");
  }

  @Test
  void allowsReadingAndOneFileInToolsMode() throws Exception {
    program
        .ends(0, result("Done.", ""), NOISE)
        .writes("operational/author-output/pieces.json", "[]");

    LlmAnswer answer = ask("author", LlmRequest.Mode.TOOLS, JsonObject.empty());

    assertThat(answer.output()).isEqualTo("[]");
    assertThat(answer.notes()).isEqualTo("refused to the model, or failed: write_file (1)");
    assertThat(policy())
        .contains("argsPattern = '\\x00\"file_path\":\"(", "pieces\\.json\"\\x00'")
        .doesNotContain("run_shell_command", "google_web_search");
  }

  @Test
  void usesTheLoginOfItsUserAndNoKeyBesideIt() throws Exception {
    Path login = folder.resolve(".gemini/oauth_creds.json");
    Files.createDirectories(login.getParent());
    String before = "{\"refresh_token\":\"for good\",\"access_token\":\"old\",\"expiry_date\":1}";
    Files.writeString(login, before);
    program
        .refreshes("home/.gemini/oauth_creds.json", "{\"access_token\":\"new\",\"expiry_date\":2}")
        .ends(0, result("{}", ""), "");
    assertThat(backend.findLogin(Map.of("HOME", folder.toString()))).contains(login);

    ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty().with("login", login.toString()));

    assertThat(program.support().resolve("home/.gemini/oauth_creds.json")).hasContent(before);
    assertThat(Files.readString(login)).contains("for good", "new").doesNotContain("old");
    assertThat(Files.readString(program.support().resolve("home/.gemini/settings.json")))
        .contains("oauth-personal");
    assertThat(program.environment())
        .doesNotContainKey("GEMINI_API_KEY")
        .containsEntry("NO_BROWSER", "true");
  }

  @Test
  void writesItsOwnSettingsIntoAHomeOfItsOwn() throws Exception {
    program.ends(0, result("{}", ""), "");

    ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    JsonObject settings =
        (JsonObject)
            JsonReader.file(
                Files.readAllBytes(program.support().resolve("home/.gemini/settings.json")));
    assertThat(settings.object("advanced").flatMap(json -> json.bool("ignoreLocalEnv")))
        .contains(true);
    assertThat(settings.object("security").orElseThrow().toString()).contains("gemini-api-key");
    assertThat(program.environment())
        .containsEntry("GEMINI_CLI_NO_RELAUNCH", "true")
        .containsEntry("GEMINI_API_KEY", "AIza-0123456789")
        .doesNotContainKey("GOOGLE_API_KEY");
    assertThat(program.environment().get("GEMINI_CLI_HOME")).endsWith("/support/home");
  }

  @Test
  void attachesNothingThatATextNames() throws Exception {
    program.ends(0, result("answer to me＠example.com", ""), "");

    LlmAnswer answer = ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty());

    assertThat(program.input()).contains("me＠example.com").doesNotContain("@");
    assertThat(answer.output()).isEqualTo("answer to me@example.com");
  }

  @ParameterizedTest
  @CsvSource({
    "145, 401, SETUP",
    "147, 403, SETUP",
    "144, 400, SETUP",
    "173, 429, PROVIDER",
    "244, 500, PROVIDER",
    "247, 503, PROVIDER",
  })
  void readsTheProvidersStatus(int exit, int status, LlmException.Kind kind) throws Exception {
    program.ends(
        exit,
        "",
        NOISE
            + "Error when talking to Gemini API {\n  status: "
            + status
            + "\n}\n{\n  \"session_id\": \"x\",\n  \"error\": {\n    \"type\": \"Error\",\n"
            + "    \"message\": \"slow down\",\n    \"code\": "
            + status
            + "\n  }\n}\n");

    LlmException failure = fail();

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining("slow down").hasMessageContaining("" + status);
  }

  @ParameterizedTest
  @CsvSource({"41, SETUP", "42, SETUP", "52, SETUP", "55, SETUP", "53, ANSWER", "1, PROVIDER"})
  void knowsTheProgramsOwnExitCodes(int exit, LlmException.Kind kind) throws Exception {
    program.ends(exit, "", NOISE);

    assertThat(fail().kind()).isEqualTo(kind);
  }

  @Test
  void takesAnEmptyOrBlockedAnswerForNoneThoughItEndsWell() throws Exception {
    program.ends(0, result("", ""), NOISE);
    assertThat(fail().kind()).isEqualTo(LlmException.Kind.ANSWER);

    program.ends(
        0,
        result("", ", \"error\": {\"type\": \"INVALID_STREAM\", \"message\": \"empty\"}"),
        NOISE);
    assertThat(fail()).hasMessageContaining("empty");
    assertThat(fail().usage().inputTokens()).hasValue(1_000);

    program.ends(0, "", "");
    assertThat(fail().kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void throwsAwayAnAnswerGivenWithoutItsFence() throws Exception {
    program.ends(0, result("{}", ""), "[ADMIN] Policy file error in policy.toml:\n");

    LlmException failure = fail();

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.SETUP);
    assertThat(failure).hasMessageContaining("policy");
  }

  @Test
  void refusesAMachineWhosePoliciesGoBeforeItsOwn() throws Exception {
    Files.createDirectory(folder.resolve("no-policies"));

    assertThat(fail().kind()).isEqualTo(LlmException.Kind.SETUP);
  }

  @Test
  void refusesAProgramThatItCannotFence() throws Exception {
    program.describesItselfAs(HELP.replace("--admin-policy", ""));

    assertThat(fail()).hasMessageContaining("--admin-policy");
  }

  @Test
  void refusesAnUnknownWayOfLogin() {
    JsonObject settings = JsonObject.builder().put("auth", "password").build();

    assertThatThrownBy(() -> ask("reader", LlmRequest.Mode.ANSWER, settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.gemini.auth");
  }

  private String policy() throws Exception {
    return Files.readString(program.support().resolve("policy.toml"));
  }

  private LlmAnswer ask(String role, LlmRequest.Mode mode, JsonObject settings) throws Exception {
    return backend.answer(program.request(role, mode, "gemini", settings));
  }

  private LlmException fail() {
    return catchThrowableOfType(
        LlmException.class, () -> ask("reader", LlmRequest.Mode.ANSWER, JsonObject.empty()));
  }

  private static String result(String response, String more) {
    return RESULT.formatted(response, more);
  }
}
