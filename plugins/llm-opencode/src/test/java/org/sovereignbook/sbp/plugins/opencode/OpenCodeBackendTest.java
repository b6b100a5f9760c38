package org.sovereignbook.sbp.plugins.opencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.testkit.RecordedCli;

/** OpenCode as 1.18.33 was heard, without it. */
@DisabledOnOs(OS.WINDOWS)
class OpenCodeBackendTest {
  static final String START = "{\"type\":\"step_start\",\"part\":{\"type\":\"step-start\"}}\n";
  private static final String FINISH =
      "{\"type\":\"step_finish\",\"part\":{\"reason\":\"%s\",\"tokens\":{\"total\":1100,\"input\":1000,\"output\":100,\"reasoning\":5,\"cache\":{\"write\":2,\"read\":10}}}}\n";
  static final String STOP = FINISH.formatted("stop");
  static final String SAID = "{\"type\":\"text\",\"part\":{\"type\":\"text\",\"text\":\"%s\"}}\n";
  private static final JsonObject MODEL =
      JsonObject.builder().put("model", "mine/some/model").build();

  @TempDir private Path folder;
  private RecordedCli program;
  private LlmBackend backend;

  @BeforeEach
  void prepare() throws Exception {
    program = RecordedCli.in(folder).describesItselfAs("1.18.33\n");
    backend =
        new OpenCodeBackend(
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "HOME",
                folder.toString(),
                "MY_KEY",
                "sk-or-0123456789",
                "OPENCODE_CONFIG",
                "/elsewhere"));
  }

  @Test
  void answersWithEveryToolDenied() throws Exception {
    program.ends(0, START + SAID.formatted("{}") + STOP, "");

    LlmAnswer answer = ask("reader", LlmRequest.Mode.ANSWER, MODEL);

    assertThat(answer.output()).isEqualTo("{}");
    assertThat(answer.usage().inputTokens()).hasValue(1_012);
    assertThat(answer.usage().outputTokens()).hasValue(105);
    assertThat(program.arguments())
        .startsWith("run", "--format", "json")
        .containsSequence("-m", "mine/some/model");
    assertThat(JsonWriter.compact(config().object("permission").orElseThrow()))
        .isEqualTo("{\"*\":\"deny\"}");
    assertThat(config().array("enabled_providers").orElseThrow().strings().orElseThrow())
        .containsExactly("mine");
  }

  @Test
  void usesTheLoginOfItsUser() throws Exception {
    Path login = folder.resolve(".local/share/opencode/auth.json");
    Files.createDirectories(login.getParent());
    String before = "{\"mine\":{\"refresh\":\"old\",\"expires\":1},\"b\":{\"key\":\"k\"}}";
    Files.writeString(login, before);
    program
        .refreshes("data/opencode/auth.json", "{\"mine\":{\"refresh\":\"new\",\"expires\":2}}")
        .ends(0, START + SAID.formatted("{}") + STOP, "");
    assertThat(backend.findLogin(Map.of("HOME", folder.toString()))).contains(login);

    ask("reader", LlmRequest.Mode.ANSWER, MODEL.with("login", login.toString()));

    assertThat(program.support().resolve("data/opencode/auth.json")).hasContent(before);
    assertThat(Files.readString(login)).contains("new", "\"b\"").doesNotContain("old");
    assertThat(program.environment().get("XDG_DATA_HOME")).endsWith("/support/data");
  }

  @Test
  void allowsReadingAndOneFileInToolsMode() throws Exception {
    String refused =
        "{\"type\":\"tool_use\",\"part\":{\"tool\":\"bash\",\"state\":{\"status\":\"error\"}}}\n";
    program
        .ends(
            0,
            START
                + SAID.formatted("I will write.")
                + refused
                + FINISH.formatted("tool-calls")
                + START
                + SAID.formatted("Done.")
                + STOP,
            "")
        .writes("operational/author-output/pieces.json", "[]");

    LlmAnswer answer = ask("author", LlmRequest.Mode.TOOLS, MODEL);

    assertThat(answer.output()).isEqualTo("[]");
    assertThat(answer.usage().inputTokens()).hasValue(2_024);
    assertThat(answer.notes()).isEqualTo("refused to the model, or failed: bash (1)");
    JsonObject permission = config().object("permission").orElseThrow();
    String scratch = folder.resolve("scratch").toRealPath().toString().substring(1);
    assertThat(permission.members().keySet())
        .containsExactly("*", "read", "edit", "external_directory");
    assertThat(permission.object("edit").orElseThrow().members().keySet())
        .hasSize(2)
        .anyMatch(
            path ->
                path.startsWith(scratch)
                    && Path.of(path).endsWith("work/operational/author-output/pieces.json"));
    assertThat(
            config().object("agent").orElseThrow().object("sbp").orElseThrow().object("permission"))
        .contains(permission);
  }

  @Test
  void namesTheKeyButNeverHoldsIt() throws Exception {
    program.ends(0, START + SAID.formatted("{}") + STOP, "");

    ask(
        "reader",
        LlmRequest.Mode.ANSWER,
        MODEL.with("base_url", "http://127.0.0.1:9/v1").with("key_variable", "MY_KEY"));

    String config = program.environment().get("OPENCODE_CONFIG_CONTENT");
    assertThat(config)
        .contains("\"apiKey\":\"{env:MY_KEY}\"", "\"baseURL\":\"http://127.0.0.1:9/v1\"")
        .doesNotContain("sk-or-0123456789");
    assertThat(program.environment())
        .containsEntry("MY_KEY", "sk-or-0123456789")
        .containsEntry("npm_config_offline", "true")
        .containsEntry("OPENCODE_DISABLE_PROJECT_CONFIG", "1")
        .doesNotContainKey("OPENCODE_CONFIG");
    assertThat(program.environment().get("XDG_DATA_HOME")).endsWith("/support/data");
  }

  @Test
  void usesTheHomeOfALoginWhenToldTo() throws Exception {
    program.ends(0, START + SAID.formatted("{}") + STOP, "");

    ask("reader", LlmRequest.Mode.ANSWER, MODEL.with("home", "/home/alice"));

    assertThat(program.environment())
        .containsEntry("HOME", "/home/alice")
        .doesNotContainKey("XDG_DATA_HOME");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sonnet", "/model", "a b/c"})
  void neverLeavesTheChoiceOfAModelToOpenCode(String model) {
    LlmException failure = fail(JsonObject.builder().put("model", model).build());

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.SETUP);
    assertThat(failure).hasMessageContaining("llm.opencode.model");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.0.1", "0.9.1", "", "opencode2 1"})
  void refusesAVersionWhosePermissionsItDoesNotKnow(String version) throws Exception {
    program.describesItselfAs(version);

    assertThat(fail(MODEL)).hasMessageContaining("1.18.33");
  }

  @ParameterizedTest
  @CsvSource({
    "APIError, 401, SETUP",
    "APIError, 404, SETUP",
    "APIError, 429, PROVIDER",
    "APIError, 503, PROVIDER",
    "UnknownError, 0, PROVIDER",
    "ContextOverflowError, 0, SETUP",
    "ContentFilterError, 0, ANSWER",
  })
  void tellsWhoCanMendAnError(String name, int status, LlmException.Kind kind) throws Exception {
    program.ends(
        1,
        "{\"type\":\"error\",\"error\":{\"name\":\"%s\",\"data\":{\"message\":\"no luck\",\"statusCode\":%d}}}\n"
            .formatted(name, status),
        "");

    LlmException failure = fail(MODEL);

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining("no luck");
  }

  @ParameterizedTest
  @ValueSource(strings = {"length", "tool-calls", "content-filter", "unknown"})
  void takesACutAnswerForNoneThoughItEndsWell(String reason) throws Exception {
    program.ends(0, START + SAID.formatted("{}") + FINISH.formatted(reason), "");

    assertThat(fail(MODEL).kind()).isEqualTo(LlmException.Kind.ANSWER);
  }

  @Test
  void takesARunWithoutAnEndForNone() throws Exception {
    program.ends(0, START + SAID.formatted("{}"), "");
    assertThat(fail(MODEL).kind()).isEqualTo(LlmException.Kind.ANSWER);

    program.ends(143, START, "");
    assertThat(fail(MODEL).kind()).isEqualTo(LlmException.Kind.PROVIDER);

    program.ends(0, START + STOP, "! permission requested: bash (ls); auto-rejecting");
    assertThat(fail(MODEL).kind()).isEqualTo(LlmException.Kind.SETUP);
  }

  @Test
  void refusesAKeyWhereTheNameOfAVariableBelongs() {
    assertThatThrownBy(
            () -> ask("reader", LlmRequest.Mode.ANSWER, MODEL.with("key_variable", "sk-or-1!")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.opencode.key_variable")
        .message()
        .doesNotContain("sk-or-1!");
  }

  private JsonObject config() throws Exception {
    String json = program.environment().get("OPENCODE_CONFIG_CONTENT");
    return (JsonObject) JsonReader.file(json.getBytes(StandardCharsets.UTF_8));
  }

  private LlmAnswer ask(String role, LlmRequest.Mode mode, JsonObject settings) throws Exception {
    return backend.answer(program.request(role, mode, "opencode", settings));
  }

  private LlmException fail(JsonObject settings) {
    return catchThrowableOfType(
        LlmException.class, () -> ask("reader", LlmRequest.Mode.ANSWER, settings));
  }
}
