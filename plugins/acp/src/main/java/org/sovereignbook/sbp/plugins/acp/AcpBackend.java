package org.sovereignbook.sbp.plugins.acp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Any agent of the Agent Client Protocol as the model of conversations: a program of the operator's
 * choice, started for each answer with the tools of the node as its server. It goes on in its own
 * session of the conversation where it can load one. Its calls of its own are permitted one by one.
 */
final class AcpBackend implements ChatBackend {
  static final String NAME = "acp";

  private static final Setting<List<String>> COMMAND =
      Setting.texts(
              "command",
              List.of(),
              word -> true,
              "a text",
              "the program of the agent and its arguments, such as `gemini`, `--acp`")
          .withoutDefault();

  private static final Setting<List<String>> ENVIRONMENT =
      Setting.texts(
          "environment",
          List.of(),
          name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"),
          "the name of an environment variable",
          "names of environment variables that it gets beside the usual ones, such as of its key");

  /** Tokens of an agent's own instructions and tool descriptions. */
  private static final long OVERHEAD_TOKENS = 20_000;

  private final Map<String, String> environment;

  /**
   * Creates a backend.
   *
   * @param environment the operator's, of which the program gets the named variables
   */
  AcpBackend(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "an agent of the Agent Client Protocol, a program of the operator's choice";
  }

  @Override
  public Settings settings() {
    return Settings.of(COMMAND, ENVIRONMENT);
  }

  @Override
  public boolean metered() {
    return true;
  }

  @Override
  public boolean runsTools() {
    return true;
  }

  @Override
  public long overheadTokens() {
    return OVERHEAD_TOKENS;
  }

  @Override
  public OptionalInt contextTokens(Config settings) {
    return OptionalInt.empty();
  }

  /** Looks for the program only: whether it starts and has a login takes longer to say. */
  @Override
  public Readiness readiness(LlmRequest.Context context) {
    try {
      return Readiness.ready(program(context.settings()).getFirst());
    } catch (LlmException e) {
      return Readiness.not(
          e.getMessage(), "sbp config set llm.acp.command '[\"PROGRAM\", \"ARGUMENT\"]'");
    }
  }

  /** Returns the command, with the full path of the program. */
  private List<String> program(Config settings) throws LlmException {
    List<String> words = settings.find(COMMAND).filter(all -> !all.isEmpty()).orElse(List.of(""));
    Path named = Path.of(words.getFirst());
    Optional<Path> found =
        named.isAbsolute() ? Programs.at(named) : Programs.onPath(environment, words.getFirst());
    if (words.getFirst().isEmpty() || found.isEmpty()) {
      throw LlmException.setup(
          words.getFirst().isEmpty()
              ? "llm.acp.command names no program"
              : "there is no program " + words.getFirst() + " (llm.acp.command)");
    }
    List<String> command = new ArrayList<>(words);
    command.set(0, found.get().toString());
    return command;
  }

  @Override
  public ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException {
    Config settings = request.context().settings();
    List<String> command = program(settings);
    try (AgentFolder folder = AgentFolder.of(request, command);
        AgentProcess process =
            AgentProcess.start(command, environment, settings.get(ENVIRONMENT), folder, request);
        AgentLine line = new AgentLine(process, listener, cancel, request.budget().timeout())) {
      return new AgentConversation(request, folder, line, listener).reply();
    }
  }
}
