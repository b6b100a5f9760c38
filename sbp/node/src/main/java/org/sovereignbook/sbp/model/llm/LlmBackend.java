package org.sovereignbook.sbp.model.llm;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Judge or writer: a coding CLI, a model behind an API, or the built-in rules. This is an extension
 * point; it grows only by default methods. An implementation in a plugin has a public constructor
 * without parameters; it need not be thread-safe.
 */
public interface LlmBackend extends ExtensionPoint, NamedModel {
  /** Setting in the section of a backend that has {@link #findLogin}. */
  Setting<String> LOGIN =
      Setting.text(
          "login",
          "",
          path -> path.isEmpty() || Path.of(path).isAbsolute(),
          "the full path of a file",
          "the file with your login of the program, which runs use and keep fresh; empty for none");

  /** Setting in the section of every backend that is {@link #metered}. */
  Setting<Integer> MAX_PROMPT_BYTES =
      Setting.integer(
              "max_prompt_bytes",
              204_800,
              8_192,
              67_108_864,
              "the longest prompt that its model takes; the reader keeps to it, and to"
                  + " `reader.max_digest_bytes`")
          .withoutDefault();

  /** Returns one sentence that plainly describes the judge. */
  String description();

  /**
   * Returns whether its author role only publishes the operator's drafts: then it gets the drafts,
   * and without one it is not called.
   */
  default boolean publishesDrafts() {
    return false;
  }

  /** Returns its own settings in that section; the prices of tokens are known already. */
  default Settings settings() {
    return Settings.none();
  }

  /**
   * Finds the file with the program's login on this account, when runs can use it: {@code sbp init
   * --use-login} writes its path into the setting {@link #LOGIN} of the section.
   *
   * @param environment the environment of the calling user
   */
  default Optional<Path> findLogin(Map<String, String> environment) {
    return Optional.empty();
  }

  /**
   * Says what this account lacks for it, such as its program, without starting anything; empty when
   * nothing is known to be missing.
   *
   * @param environment the environment of the calling user
   */
  default Optional<String> missing(Map<String, String> environment) {
    return Optional.empty();
  }

  /** Returns the modes that it supports; at least one. */
  default Set<LlmRequest.Mode> modes() {
    return Set.of(LlmRequest.Mode.ANSWER);
  }

  /**
   * Returns whether its answers report their cost; otherwise the cost is computed from the prices
   * in its settings, and without prices no limit of cost can be kept.
   */
  default boolean reportsCost(Config settings) {
    return false;
  }

  /**
   * Returns whether it calls a provider that may charge or fail; only then its calls are in the
   * ledger and count towards the limits.
   */
  default boolean metered() {
    return true;
  }

  /**
   * Checks whether these settings are enough for a call. Calls nobody.
   *
   * @param environment the environment of the call
   */
  default Readiness sufficient(Config settings, Map<String, String> environment) {
    return Readiness.ready(description());
  }

  /**
   * Returns the longest prompt that its model takes, in bytes of UTF-8, when that is known: by
   * default the value in its settings.
   */
  default Optional<Integer> maxPromptBytes(Config settings) {
    return settings.find(MAX_PROMPT_BYTES);
  }

  /**
   * Returns the approximate number of tokens that it adds to every prompt, for the reservation of a
   * call.
   */
  default long overheadTokens() {
    return 0;
  }

  /**
   * Checks whether it could answer now: its program starts or its address answers, and its login or
   * key exists. Calls no model.
   */
  default Readiness readiness(LlmRequest.Context context) throws InterruptedException {
    return Readiness.ready(description());
  }

  /**
   * Does one job: reads the request's inputs and returns the text of its output.
   *
   * @throws LlmException when no usable answer came within the request's time limit; nothing has
   *     changed then and the job may be tried again later
   * @throws InterruptedException when the run is being ended; all its processes have ended by then
   */
  LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException;
}
