package org.sovereignbook.sbp.model.chat;

import java.util.List;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/**
 * Reply of a model.
 *
 * @param text without reasoning; may be empty beside calls
 * @param calls calls to make, with ids that no other reply has; of a backend that {@linkplain
 *     ChatBackend#runsTools runs tools}, calls made as far as it reports them, and coding CLIs
 *     report none: their calls are in the audit log
 * @param model the model that answered, as the provider names it; empty when unknown
 */
public record ChatReply(
    String text, List<ChatCall> calls, LlmUsage usage, Stop stop, String model) {

  /** Reason for which the model stopped. */
  public enum Stop {
    /** The message is complete, and the turn ends. */
    END,
    /** The model waits for the results of its calls. */
    TOOLS,
    /** The text was cut off at the limit of output tokens; it has no calls. */
    LENGTH;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public ChatReply {
    calls = List.copyOf(calls);
  }
}
