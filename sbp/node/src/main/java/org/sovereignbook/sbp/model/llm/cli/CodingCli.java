package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;

/**
 * Differences between coding CLIs; {@link CliBackend} does the rest. Implementations have no state.
 */
public interface CodingCli {
  /**
   * System prompt that replaces a coding CLI's own: those talk of software projects, describe the
   * machine, and cost tokens in every call.
   */
  String SYSTEM_PROMPT =
      "You are one step of an automatic program, not an assistant in a conversation: nobody can"
          + " answer a question of yours. Do the one job that the message describes, with the tools"
          + " you have, if any, and end with the result in exactly the format it asks for.";

  /** System prompt of a conversation, whose own instructions come with the message. */
  String CHAT_SYSTEM_PROMPT =
      "You are an agent in a conversation. The message holds your instructions and the conversation"
          + " so far. Answer its last message, with the tools you have, if any.";

  /**
   * Run of a coding CLI, in new folders that are deleted afterwards.
   *
   * @param scratch the program's working directory: copies of the inputs in {@link
   *     LlmRequest.Mode#TOOLS}, empty in {@link LlmRequest.Mode#ANSWER}; outside any repository, no
   *     links, no hidden files
   * @param support a folder beside it for the program's own settings and, if it can be moved, its
   *     home; {@link Call#files} lie here
   * @param temporary the value of {@code TMPDIR}
   * @param prompt the file with the prompt, which is also the program's standard input; outside
   *     {@code scratch}
   * @param probe the output of {@link #probe}, standard output and error
   * @param server the tools of a conversation; the program gets these and no others
   * @param isConversation whether it is a conversation, not a job
   */
  record Run(
      LlmRequest request,
      Path scratch,
      Path support,
      Path temporary,
      Path prompt,
      String probe,
      Optional<ToolServer> server,
      boolean isConversation) {

    /** Returns the system prompt that replaces the program's own. */
    public String systemPrompt() {
      return isConversation ? CHAT_SYSTEM_PROMPT : SYSTEM_PROMPT;
    }

    /** Returns a copy with the output of the probe. */
    Run probed(String output) {
      return new Run(request, scratch, support, temporary, prompt, output, server, isConversation);
    }

    public boolean withTools() {
      return request.mode() == LlmRequest.Mode.TOOLS;
    }

    /** Returns {@code llm.NAME.model}. */
    public Optional<String> model() {
      return CliSettings.model(request.settings());
    }

    /** Returns whether it uses the login of a user, so that no key is needed. */
    public boolean hasLogin() {
      return CliSettings.login(request.settings()).isPresent();
    }

    /** Returns the one file that may be written in {@link LlmRequest.Mode#TOOLS}. */
    public Path output() {
      return scratch.resolve(request.output().file());
    }
  }

  /**
   * Command line of a program. The prompt comes by standard input, from a file.
   *
   * @param arguments without the program itself; all users of the machine can read them, so no
   *     secrets
   * @param environment further variables, in addition to those that are passed on; an empty value
   *     removes one
   * @param files settings to write before the start: text by path below {@link Run#support}
   */
  record Call(
      List<String> arguments, Map<String, String> environment, SequencedMap<String, String> files) {

    public Call {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
      files = java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
    }

    public Call(List<String> arguments, Map<String, String> environment) {
      this(arguments, environment, new LinkedHashMap<>());
    }
  }

  /**
   * Result of a program that ended by itself and in time.
   *
   * @param stdout all of it; a program that prints more than the limit has failed before
   */
  record ProcessResult(int exitCode, String stdout, String stderr, Duration duration) {

    /** Returns the end of its error output, on one line, for an error message. */
    public String complaint() {
      String text = stderr.isBlank() ? stdout : stderr;
      String end = text.strip();
      int from = Math.max(0, end.length() - PeerText.MAX_LOGGED_CHARACTERS);
      return end.isEmpty() ? "it said nothing" : PeerText.quote(end.substring(from));
    }
  }

  /**
   * Parsed output of a program.
   *
   * @param text the model's answer
   * @param notes one line for the operator's log, such as a tool that was refused to the model
   */
  record Reply(String text, LlmUsage usage, String notes) {}

  /**
   * Returns the backend's name, such as {@code claude}; its settings are section {@code llm.NAME}.
   */
  String name();

  /** Returns one sentence that plainly describes the judge. */
  String description();

  /**
   * Returns the name of the program in {@code PATH}, used unless {@code llm.NAME.program} is set.
   */
  String program();

  /** Returns the program of these settings, for a CLI with a setting of its own for it. */
  default String program(Config settings) {
    return program();
  }

  /** Returns the advice for an operator who has not installed the program. */
  String installHint();

  default Set<LlmRequest.Mode> modes() {
    return Set.of(LlmRequest.Mode.ANSWER, LlmRequest.Mode.TOOLS);
  }

  /** Returns its settings in addition to those of every coding CLI. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * Returns whether its answers report their cost, see {@link
   * org.sovereignbook.sbp.model.llm.LlmBackend#reportsCost}.
   */
  default boolean reportsCost(Config settings) {
    return false;
  }

  /**
   * Returns the environment variables of the operator that the program needs, such as its key's.
   * They are passed on when they are set, in addition to a short list that every program needs
   * ({@link CliEnvironment}) and the names in {@code llm.NAME.environment}; no others are passed
   * on.
   */
  default Set<String> environment() {
    return Set.of();
  }

  /**
   * Returns the variables to pass on, when settings name some of them, see {@link #environment()}.
   */
  default Set<String> environment(Config settings) {
    return environment();
  }

  /** Returns the file in which the program keeps the login of its user, if it is JSON. */
  default Optional<LoginFile> login() {
    return Optional.empty();
  }

  /** Returns whether the program needs a login or a key. */
  default boolean needsLogin(Config settings) {
    return login().isPresent() || !environment(settings).isEmpty();
  }

  /**
   * Returns arguments that make the program describe itself without a call to a provider, such as
   * {@code --help}; the output is {@link Run#probe}. Empty when nothing needs to be known.
   */
  default List<String> probe() {
    return List.of();
  }

  /** Returns additional variables for the probe. */
  default Map<String, String> probeEnvironment() {
    return Map.of();
  }

  /**
   * Returns text of the prompt in which everything that the program would expand is made harmless,
   * such as a file named after {@code @}. Applied to all parts of the prompt, strangers' texts
   * included.
   */
  default String inert(String text) {
    return text;
  }

  /**
   * Returns the command line for this run.
   *
   * @throws LlmException when the settings do not allow it
   */
  Call call(Run run) throws LlmException;

  /**
   * Parses the output of a program that ended by itself and in time. In {@link
   * LlmRequest.Mode#TOOLS} the harness reads the output file afterwards, and {@link Reply#text} is
   * ignored.
   *
   * @throws LlmException when it failed or gave no answer; with the usage, where known
   */
  Reply read(Run run, ProcessResult outcome) throws LlmException;
}
