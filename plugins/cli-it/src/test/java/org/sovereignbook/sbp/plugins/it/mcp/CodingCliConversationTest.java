package org.sovereignbook.sbp.plugins.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.claude.ClaudeBackend;
import org.sovereignbook.sbp.plugins.exec.ExecBackend;
import org.sovereignbook.sbp.plugins.gemini.GeminiBackend;
import org.sovereignbook.sbp.plugins.it.PublishedCli;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.plugins.opencode.OpenCodeBackend;
import org.sovereignbook.sbp.testkit.InProcessProgram;

/**
 * The coding CLIs themselves as models of a conversation: each gets the conversation as its prompt
 * and the tools of {@code sbp mcp}, and nothing else, and its last text is the reply.
 */
@Tag("trial")
@Execution(ExecutionMode.SAME_THREAD)
class CodingCliConversationTest {
  private static final String KEY = "sk-test-0123456789-abcdefghij";
  private static final String TOKEN = "turn-0123456789-abcdefghij";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  enum Model {
    CLAUDE {
      @Override
      ChatBackend backend(Map<String, String> environment, URI models) {
        environment.put("ANTHROPIC_API_KEY", KEY);
        environment.put("ANTHROPIC_BASE_URL", models.toString());
        return new ClaudeBackend(environment);
      }

      @Override
      JsonObject settings(Path program, URI models) {
        return program(program).with("model", "sonnet");
      }
    },
    GEMINI {
      @Override
      ChatBackend backend(Map<String, String> environment, URI models) {
        environment.put("GEMINI_API_KEY", KEY);
        environment.put("GOOGLE_GEMINI_BASE_URL", models.toString());
        return new GeminiBackend(environment);
      }

      @Override
      JsonObject settings(Path program, URI models) {
        return program(program);
      }
    },
    OPENCODE {
      @Override
      ChatBackend backend(Map<String, String> environment, URI models) {
        environment.put("MY_PROVIDERS_KEY", KEY);
        return new OpenCodeBackend(environment);
      }

      @Override
      JsonObject settings(Path program, URI models) {
        return program(program)
            .with("model", "mine/mock-model")
            .with("base_url", models + "/v1")
            .with("key_variable", "MY_PROVIDERS_KEY");
      }
    },
    CODEX {
      @Override
      ChatBackend backend(Map<String, String> environment, URI models) {
        environment.put("MOCK_KEY", KEY);
        return new ExecBackend(environment);
      }

      // The preset's command, with the mock as its provider.
      @Override
      JsonObject settings(Path program, URI models) {
        String provider =
            "model_providers.mock={name=\"mock\",base_url=\"%s\",env_key=\"MOCK_KEY\",wire_api=\"responses\",request_max_retries=0,stream_max_retries=0}"
                .formatted(models);
        return JsonObject.empty()
            .with("preset", "codex")
            .with("environment", JsonArray.ofStrings(List.of("MOCK_KEY")))
            .with(
                "command",
                JsonArray.ofStrings(
                    List.of(
                        program.toString(),
                        "exec",
                        "--skip-git-repo-check",
                        "--ephemeral",
                        "--ignore-user-config",
                        "--ignore-rules",
                        "-c",
                        "project_doc_max_bytes=0",
                        "-s",
                        "read-only",
                        "--json",
                        "-o",
                        "{answer}",
                        "-m",
                        "mock-model",
                        "-c",
                        "model_provider=\"mock\"",
                        "-c",
                        provider,
                        "-")));
      }
    };

    abstract ChatBackend backend(Map<String, String> environment, URI models);

    abstract JsonObject settings(Path program, URI models);

    private static JsonObject program(Path program) {
      return JsonObject.empty().with("program", program.toString());
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void answersWithTheToolsOfTheTurn(Model model) throws Exception {
    Path program = program(model);
    Map<String, String> environment = environment();
    Path node = Files.createDirectories(folder.resolve("node"));
    InProcessProgram sbp = new InProcessProgram(node, InstantSource.system(), environment);
    assertThat(sbp.run("init", "--local").exit()).isZero();
    assertThat(sbp.run("task", "add", "look at the tide").exit()).isZero();

    try (MockModels mock = MockModels.start()) {
      MockModels.Scenario scenario = mock.scenario("chat", CodingCliConversationTest::model);
      ChatBackend backend = model.backend(new HashMap<>(environment), scenario.base());
      JsonObject settings = model.settings(program, scenario.base());
      List<String> heard = new ArrayList<>();

      ChatReply reply =
          backend.reply(request(backend, settings, node), heard::add, new Cancellation());

      List<ModelRequest> asked = scenario.asked();
      assertThat(reply.text())
          .as("%s%n%s%n%s", mock.unexpected(), tools(asked), results(asked))
          .isEqualTo("The tide waits.");
      assertThat(heard).containsExactly("The tide waits.");
      assertThat(results(asked)).contains("look at the tide");
      assertThat(asked.getFirst().text())
          .contains("You are Ada's agent.", "what waits?", "good evening")
          .doesNotContain("You are one step of an automatic program");
      assertThat(asked)
          .allSatisfy(each -> assertThat(each.text()).doesNotContain(TOKEN).doesNotContain(KEY));
      assertThat(tools(asked))
          .as("tools of the machine")
          .doesNotContain("Bash", "Write", "bash", "write", "write_file", "run_shell_command");
    }
  }

  /** Asks for the tasks once, and tells what it has found. */
  private static Reply model(ModelRequest request) {
    Optional<String> tool =
        request.tools().stream().filter(name -> name.endsWith("task_list")).findFirst();
    if (request.turn() > 0) {
      return new Reply.Say("The tide waits.");
    }
    boolean isOfNamespace = request.tools().contains("mcp__sbp");
    return new Reply.Call(
        isOfNamespace ? "mcp__sbp/task_list" : tool.orElse("task_list"), JsonObject.empty());
  }

  private static List<String> tools(List<ModelRequest> asked) {
    return asked.stream().flatMap(each -> each.tools().stream()).distinct().toList();
  }

  private static String results(List<ModelRequest> asked) {
    return asked.isEmpty() ? "" : String.join("\n", asked.getLast().toolResults());
  }

  private ChatRequest request(ChatBackend backend, JsonObject settings, Path home) {
    Node node = Node.at(home);
    ToolServer server =
        new ToolServer(
            "sbp",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.sovereignbook.sbp.cli.Main",
                "mcp"),
            Map.of("SBP_HOME", home.toString(), "SBP_TURN_TOKEN", TOKEN));
    return new ChatRequest(
        "You are Ada's agent.",
        List.of(
            new ChatMessage.User("good evening"),
            new ChatMessage.Assistant("Good evening.", List.of()),
            new ChatMessage.User("what waits?")),
        List.of(),
        new LlmRequest.Budget(8_000, Optional.empty(), PATIENCE),
        new LlmRequest.Context(
            Config.at(backend.settingsSection(), settings),
            node.clock(),
            node.random(),
            folder.resolve("scratch"),
            node::identity),
        Optional.of(server));
  }

  private Map<String, String> environment() throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", path());
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    return environment;
  }

  /** The Gemini CLI is a script for the Node that was fetched with it. */
  private static String path() {
    try {
      return PublishedCli.named("node").installed().getParent() + ":" + System.getenv("PATH");
    } catch (PublishedCli.UnavailableException e) {
      return System.getenv("PATH");
    }
  }

  private static Path program(Model model) {
    try {
      return PublishedCli.named(model.word()).installed();
    } catch (PublishedCli.UnavailableException e) {
      Assumptions.abort("skipped: " + e.getMessage());
      throw new IllegalStateException(e);
    }
  }
}
