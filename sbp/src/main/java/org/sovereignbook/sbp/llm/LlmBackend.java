package org.sovereignbook.sbp.llm;

/**
 * Something that can judge or write: a coding CLI, a model behind an API, or the built-in rules.
 * This is an extension point; it grows only by default methods. Implementations need not be
 * thread-safe.
 */
public interface LlmBackend {

  /** The name by which {@code llm.backend} and {@code --llm} choose it, such as {@code builtin}. */
  String name();

  /** One sentence that says plainly what does the judging. */
  String description();

  /**
   * Whether its author only publishes the operator's drafts: it is given them then, and without one
   * there is nothing to ask it.
   */
  default boolean publishesDrafts() {
    return false;
  }

  /**
   * Does one job: reads the request's inputs and answers with the text of its output.
   *
   * @throws LlmException when no usable answer came, within the request's time limit; nothing has
   *     changed then and the job may be tried again later
   * @throws InterruptedException when the run is being ended
   */
  LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException;
}
