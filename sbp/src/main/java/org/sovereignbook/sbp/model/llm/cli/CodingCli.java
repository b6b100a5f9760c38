package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;

/**
 * What differs from one coding CLI to the next; {@link CliBackend} does the rest. Implementations
 * hold no state.
 */
public interface CodingCli {
  /**
   * What a coding CLI is told that it is, in place of its own system prompt: those talk of software
   * projects, describe the machine, and cost tokens in every call.
   */
  String SYSTEM_PROMPT =
      "You are one step of an automatic program, not an assistant in a conversation: nobody can"
          + " answer a question of yours. Do the one job that the message describes, with the tools"
          + " you have, if any, and end with the result in exactly the format it asks for.";

  /**
   * One run of a coding CLI, in folders that did not exist before and are deleted afterwards.
   *
   * @param scratch the program's working directory: copies of the inputs in {@link
   *     LlmRequest.Mode#TOOLS}, empty in {@link LlmRequest.Mode#ANSWER}; outside any repository, no
   *     links, no hidden files
   * @param support a folder beside it for the program's own settings and, if it can be moved, its
   *     home; {@link Call#files} lie here
   * @param temporary what {@code TMPDIR} says
   * @param prompt the file with the prompt, which is also the program's standard input; outside
   *     {@code scratch}
   * @param probe what the program printed for {@link #probe}, standard output and error
   */
  record Run(
      LlmRequest request, Path scratch, Path support, Path temporary, Path prompt, String probe) {

    public boolean withTools() {
      return request.mode() == LlmRequest.Mode.TOOLS;
    }

    /** {@code llm.NAME.model}. */
    public Optional<String> model() {
      return CliSettings.model(request.settings());
    }

    /** Whether it runs by the login of a user, so that no key is wanted. */
    public boolean hasLogin() {
      return CliSettings.login(request.settings()).isPresent();
    }

    /** The one file that may be written in {@link LlmRequest.Mode#TOOLS}. */
    public Path output() {
      return scratch.resolve(request.output().file());
    }
  }

  /**
   * How to call a program. The prompt comes by standard input, from a file.
   *
   * @param arguments without the program itself; anybody on the machine can read them, so no
   *     secrets
   * @param environment further variables, over those that are passed on; an empty value takes one
   *     away
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
   * What a program did that ended by itself and in time.
   *
   * @param stdout all of it; a program that prints more than the limit has failed before
   */
  record ProcessResult(int exitCode, String stdout, String stderr, Duration duration) {

    /** The end of what it complained about, on one line, for an error message. */
    public String complaint() {
      String text = stderr.isBlank() ? stdout : stderr;
      String end = text.strip();
      int from = Math.max(0, end.length() - PeerText.MAX_LOGGED_CHARACTERS);
      return end.isEmpty() ? "it said nothing" : PeerText.quote(end.substring(from));
    }
  }

  /**
   * What a program said.
   *
   * @param text the model's answer
   * @param notes one line for the operator's log, such as what was refused to the model
   */
  record Reply(String text, LlmUsage usage, String notes) {}

  /** The backend's name, such as {@code claude}; its settings are section {@code llm.NAME}. */
  String name();

  /** One sentence that says plainly what does the judging. */
  String description();

  /** The program that is looked for in {@code PATH} when {@code llm.NAME.program} does not say. */
  String program();

  /** As the other, for one whose settings say it in their own way. */
  default String program(Config settings) {
    return program();
  }

  /** What to tell an operator who has not got the program. */
  String installHint();

  default Set<LlmRequest.Mode> modes() {
    return Set.of(LlmRequest.Mode.ANSWER, LlmRequest.Mode.TOOLS);
  }

  /** What the operator may set beside what every coding CLI has. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /** As {@link org.sovereignbook.sbp.model.llm.LlmBackend#reportsCost}. */
  default boolean reportsCost(Config settings) {
    return false;
  }

  /**
   * The environment variables of the operator that the program needs, such as its key's. They are
   * passed on when they are set, beside a short list that every program needs ({@link
   * CliEnvironment}) and the names in {@code llm.NAME.environment}; all others are kept away.
   */
  default Set<String> environment() {
    return Set.of();
  }

  /** As {@link #environment()}, where the settings name some of the variables. */
  default Set<String> environment(Config settings) {
    return environment();
  }

  /** Where the program keeps the login of its user, if it keeps it in a file of JSON. */
  default Optional<LoginFile> login() {
    return Optional.empty();
  }

  /** Whether it can do nothing without a login or a key. */
  default boolean needsLogin(Config settings) {
    return login().isPresent() || !environment(settings).isEmpty();
  }

  /**
   * Arguments that make the program tell about itself without a call to a provider, such as {@code
   * --help}; what it printed is {@link Run#probe}. Empty: nothing needs to be known.
   */
  default List<String> probe() {
    return List.of();
  }

  /**
   * Variables that the program needs while it tells about itself, over those that it has anyway.
   */
  default Map<String, String> probeEnvironment() {
    return Map.of();
  }

  /**
   * Text of the prompt with whatever the program would expand made harmless, such as a file named
   * after {@code @}. Applied to everything that goes into the prompt, strangers' texts included.
   */
  default String inert(String text) {
    return text;
  }

  /**
   * How to call the program for this run.
   *
   * @throws LlmException when the settings do not allow it
   */
  Call call(Run run) throws LlmException;

  /**
   * Reads what the program, which ended by itself and in time, has said. In {@link
   * LlmRequest.Mode#TOOLS} the output is the file, read afterwards by the harness, and {@link
   * Reply#text} is ignored.
   *
   * @throws LlmException when it failed or answered nothing; with the usage, where known
   */
  Reply read(Run run, ProcessResult outcome) throws LlmException;
}
