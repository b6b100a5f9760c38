package org.sovereignbook.sbp.model.chat;

import java.util.OptionalInt;
import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.NamedModel;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Settings;

/**
 * Model in a conversation: it gets messages and tools, and returns text and tool calls. This is an
 * extension point beside {@link org.sovereignbook.sbp.model.llm.LlmBackend}; one class may
 * implement both. It grows only by default methods. An implementation in a plugin has a public
 * constructor without parameters; it need not be thread-safe.
 */
public interface ChatBackend extends ExtensionPoint, NamedModel {
  /** Returns one sentence that plainly describes the model. */
  String description();

  /** Returns its own settings in that section; the prices of tokens are known already. */
  Settings settings();

  /**
   * Returns whether it calls a provider that may charge or fail; only then its calls are in the
   * ledger and count towards the limits.
   */
  boolean metered();

  /**
   * Returns whether it runs the tools itself, as a coding CLI does over {@link ToolServer}. Then
   * its reply ends the turn, and reports the calls that it has made as far as it knows them.
   */
  boolean runsTools();

  /**
   * Returns whether its replies report their cost; otherwise the cost is computed from the prices
   * in its settings.
   */
  default boolean reportsCost(Config settings) {
    return false;
  }

  /** Returns the approximate number of tokens that it adds to every prompt. */
  default long overheadTokens() {
    return 0;
  }

  /** Returns the size of the model's context in tokens, when it is known. */
  OptionalInt contextTokens(Config settings);

  /**
   * Returns whether each tool that it is offered takes part of its context, so that it is offered
   * the usual ones and a search for others; otherwise it is offered all that its agent may use.
   */
  default boolean paysForTools() {
    return true;
  }

  /** Checks whether it could answer now. Calls no model. */
  Readiness readiness(LlmRequest.Context context) throws InterruptedException;

  /**
   * Returns the model's next message.
   *
   * @param listener gets the text while it arrives; never called in two threads at once
   * @param cancel ends the call; then an exception of the kind CANCELLED is thrown soon
   * @throws LlmException when no usable reply came within the request's time limit
   * @throws InterruptedException when the run is being ended; all its processes have ended by then
   */
  ChatReply reply(ChatRequest request, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException;
}
