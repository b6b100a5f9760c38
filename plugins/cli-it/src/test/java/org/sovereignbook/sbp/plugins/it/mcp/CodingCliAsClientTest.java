package org.sovereignbook.sbp.plugins.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.plugins.it.PublishedCli;
import org.sovereignbook.sbp.plugins.it.SbpProgram;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.testkit.BuiltProgram;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/**
 * The coding CLIs themselves, told of a node by {@code sbp mcp install}, take part in its society:
 * a mock model has each read its mail, claim a task, and hand in a result.
 */
@Tag("trial")
@Execution(ExecutionMode.SAME_THREAD)
class CodingCliAsClientTest {
  private static final int MINUTES = 10;
  private static final String KEY = "sk-test-0000";

  /** How each is started, with everything that it would ask a person switched off. */
  enum Client {
    CLAUDE {
      @Override
      List<String> command(Path program, URI models) {
        return List.of(
            program.toString(),
            "-p",
            "--output-format",
            "json",
            "--model",
            "sonnet",
            "--max-turns",
            "20",
            "--permission-mode",
            "dontAsk",
            "--allowedTools",
            "mcp__sbp");
      }

      @Override
      Map<String, String> environment(URI models) {
        return Map.of(
            "ANTHROPIC_API_KEY",
            KEY,
            "ANTHROPIC_BASE_URL",
            models.toString(),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
            "1",
            "DISABLE_AUTOUPDATER",
            "1",
            "ENABLE_TOOL_SEARCH",
            "false",
            "MCP_TIMEOUT",
            "60000",
            "MCP_CONNECTION_NONBLOCKING",
            "false");
      }
    },
    GEMINI {
      @Override
      List<String> command(Path program, URI models) throws PublishedCli.UnavailableException {
        return List.of(
            PublishedCli.named("node").installed().toString(),
            program.toString(),
            "-p",
            "",
            "-o",
            "json",
            "-m",
            "gemini-2.5-pro",
            "--skip-trust",
            "--approval-mode",
            "yolo");
      }

      @Override
      Map<String, String> environment(URI models) {
        return Map.of(
            "GEMINI_API_KEY",
            KEY,
            "GOOGLE_GEMINI_BASE_URL",
            models.toString(),
            "GEMINI_CLI_NO_RELAUNCH",
            "true");
      }

      @Override
      void prepare(Path home) throws IOException {
        Files.createDirectories(home.resolve(".gemini"));
        Files.writeString(
            home.resolve(".gemini/settings.json"),
            """
            {
              // of a test
              "security": {"auth": {"selectedType": "gemini-api-key"}},
              "general": {"enableAutoUpdate": false, "maxAttempts": 2},
              "privacy": {"usageStatisticsEnabled": false}
            }
            """);
      }
    },
    OPENCODE {
      @Override
      List<String> command(Path program, URI models) {
        return List.of(
            program.toString(),
            "run",
            "--format",
            "json",
            "--title",
            "sbp",
            "-m",
            "mock/mock-model");
      }

      @Override
      Map<String, String> environment(URI models) {
        String config =
            """
            {"model": "mock/mock-model", "small_model": "mock/mock-model",
             "enabled_providers": ["mock"], "autoupdate": false, "share": "disabled",
             "provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "Mock",
               "options": {"baseURL": "%s/v1", "apiKey": "%s"},
               "models": {"mock-model": {"name": "Mock", "tool_call": true,
                 "limit": {"context": 1000000, "output": 8192}}}}}}
            """
                .formatted(models, KEY);
        return Map.of(
            "OPENCODE_CONFIG_CONTENT",
            config,
            "OPENCODE_DISABLE_AUTOUPDATE",
            "1",
            "OPENCODE_DISABLE_MODELS_FETCH",
            "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD",
            "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS",
            "1");
      }
    },
    CODEX {
      @Override
      List<String> command(Path program, URI models) {
        String provider =
            "model_providers.mock={name=\"mock\",base_url=\"%s\",env_key=\"MOCK_KEY\",wire_api=\"responses\",request_max_retries=0,stream_max_retries=0}"
                .formatted(models);
        return List.of(
            program.toString(),
            "exec",
            "--skip-git-repo-check",
            "--ephemeral",
            "--json",
            "--dangerously-bypass-approvals-and-sandbox",
            "-m",
            "mock-model",
            "-c",
            "model_provider=\"mock\"",
            "-c",
            provider,
            "-c",
            "mcp_servers.sbp.required=true",
            "-");
      }

      @Override
      Map<String, String> environment(URI models) {
        return Map.of("MOCK_KEY", KEY);
      }
    };

    abstract List<String> command(Path program, URI models)
        throws PublishedCli.UnavailableException;

    abstract Map<String, String> environment(URI models);

    /** What its user has set before. */
    void prepare(Path home) throws IOException {}

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The tool of a CLI that has not connected to all its servers yet. */
  private static final String WAIT = "WaitForMcpServers";

  private static final int MAX_WAITS = 20;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void claimsATaskReadsItsMailAndHandsInAResult(Client client) throws Exception {
    Path program = program(client);
    Assumptions.assumeTrue(
        Files.isRegularFile(SbpProgram.JAR), "skipped: sbp.jar is not built, use mvn verify");
    Path home = Files.createDirectories(folder.resolve("home"));
    Map<String, String> environment = environment(home);
    environment.put("SBP", new BuiltProgram(SbpProgram.JAR).launcher(folder).toString());
    client.prepare(home);
    Path node = Files.createDirectories(folder.resolve("node"));
    var sbp = new InProcessProgram(node, InstantSource.system(), Map.copyOf(environment));
    said(sbp, "init", "--local");
    said(sbp, "agent", "register", "coder", "--tools", "task_*,mail_*");
    String task =
        json(said(sbp, "task", "add", "look at the tide", "--json")).string("id").orElseThrow();
    said(sbp, "mail", "send", "coder", "the tide is at six");
    said(sbp, "mcp", "install", client.word(), "--agent", "coder");

    try (MockModels mock = MockModels.start()) {
      AtomicInteger waits = new AtomicInteger();
      MockModels.Scenario scenario = mock.scenario("work", request -> work(request, task, waits));
      Path work = Files.createDirectories(folder.resolve("work"));
      Map<String, String> all = new HashMap<>(environment);
      all.putAll(client.environment(scenario.base()));
      String said =
          run(
              folder,
              work,
              all,
              "Work one task of the board.\n",
              client.command(program, scenario.base()).toArray(String[]::new));
      JsonObject shown = json(said(sbp, "task", "show", task, "--json"));
      String results = String.join("\n", scenario.asked().getLast().toolResults());

      assertThat(shown.object("task").flatMap(it -> it.string("state")))
          .as(
              "%s%n%s%n%s%n%s",
              said,
              results,
              mock.unexpected(),
              scenario.asked().stream().map(ModelRequest::tools).toList())
          .contains("completed");
      assertThat(shown.toString()).contains("high at six").contains("coder");
      assertThat(results).contains("the tide is at six");
    }
  }

  /**
   * What a model would do, whatever the CLI calls the tools.
   *
   * @param waits how often it has waited for the tools, on a machine where our server starts slowly
   */
  private static Reply work(ModelRequest request, String task, AtomicInteger waits) {
    JsonObject id = JsonObject.empty().with("id", task);
    return next(
        request,
        "task_claim",
        waits,
        List.of(
            call(request, "mail_read", JsonObject.empty()),
            call(request, "task_claim", JsonObject.empty()),
            call(request, "task_submit", id.with("fence", 1).with("result", "high at six"))));
  }

  /**
   * Returns the reply of a model that has these turns to make.
   *
   * @param tool without which it cannot work
   */
  static Reply next(ModelRequest request, String tool, AtomicInteger waits, List<Reply> turns) {
    boolean canWork = request.tools().stream().anyMatch(name -> name.endsWith(tool));
    if (!canWork && request.tools().contains(WAIT) && waits.get() < MAX_WAITS) {
      waits.incrementAndGet();
      return new Reply.Call(WAIT, JsonObject.empty());
    }
    int turn = Math.max(0, request.turn() - waits.get());
    return canWork && turn < turns.size() ? turns.get(turn) : new Reply.Say("done");
  }

  static Reply call(ModelRequest request, String tool, JsonObject input) {
    List<String> names = request.tools();
    String name =
        names.stream().filter(each -> each.endsWith(tool)).findFirst().orElse("no " + tool);
    boolean isOfNamespace = names.contains("mcp__sbp");
    return new Reply.Call(isOfNamespace ? "mcp__sbp/" + name : name, input);
  }

  static Path program(Client client) {
    try {
      return PublishedCli.named(client.word()).installed();
    } catch (PublishedCli.UnavailableException e) {
      Assumptions.abort("skipped: " + e.getMessage());
      throw new IllegalStateException(e);
    }
  }

  static Map<String, String> environment(Path home) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", home.toString());
    environment.put("TMPDIR", home.getParent().toString());
    return environment;
  }

  /** What one of our own commands, which must end well, has said. */
  static String said(InProcessProgram sbp, String... words) {
    InstalledProgram.Ran ran = sbp.run(words);
    assertThat(ran.exit()).as("%s%n%s%n%s", String.join(" ", words), ran.out(), ran.err()).isZero();
    return ran.out();
  }

  static JsonObject json(String text) throws Exception {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Runs a program to its end, which must come in time, and gives its standard output. */
  static String run(
      Path folder, Path here, Map<String, String> environment, String input, String... command)
      throws IOException, InterruptedException {
    Path in = Files.writeString(Files.createTempFile(folder, "in", ""), input);
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(here.toFile())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      List<ProcessHandle> all = process.descendants().toList();
      process.destroyForcibly();
      all.forEach(ProcessHandle::destroyForcibly);
    }
    String said = Files.readString(out);
    assertThat(ended && process.exitValue() == 0)
        .as("%s%n%s%n%s", String.join(" ", command), said, Files.readString(err))
        .isTrue();
    return said;
  }
}
