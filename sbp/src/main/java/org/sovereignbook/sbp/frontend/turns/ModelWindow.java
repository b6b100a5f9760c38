package org.sovereignbook.sbp.frontend.turns;

import java.util.OptionalInt;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.llm.ContextWindow;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.sessions.LearnedWindow;
import org.sovereignbook.sbp.society.sessions.PromptSize;

/** Size of the context of a backend's model, as it is declared and as refusals show it. */
final class ModelWindow {
  /** Smallest window that is worth a try. */
  private static final int SMALLEST_WINDOW = 1_024;

  private final Ledger ledger;
  private final ChatBackend backend;

  /** Size where a refusal has shown that it is smaller than was known. */
  private OptionalInt learned = OptionalInt.empty();

  ModelWindow(Ledger ledger, ChatBackend backend) {
    this.ledger = ledger;
    this.backend = backend;
  }

  private Config settings() {
    return ChatCalls.context(ledger.node(), backend).settings();
  }

  /** Reads what earlier turns, of any process, have learned. */
  void recall() {
    learned = ledger.read(tx -> new LearnedWindow(tx).find(backend.name(), settings()));
  }

  /** Returns the limits of prompts, with what refusals have shown about the window. */
  PromptSize size() {
    OptionalInt told = backend.contextTokens(settings());
    return PromptSize.of(
        ledger.node().config(),
        learned.isPresent() && learned.getAsInt() < told.orElse(Integer.MAX_VALUE)
            ? learned
            : told);
  }

  /**
   * Takes the window from a refusal; from the size of what was refused when it names none.
   *
   * @param tokens an estimate of the refused prompt
   */
  void learn(LlmException refusal, int tokens) {
    int before = size().window();
    int named = ContextWindow.named(refusal.getMessage()).orElse(Integer.MAX_VALUE);
    int now = named < before ? named : Math.min(before, tokens) * 3 / 4;
    int window = Math.max(SMALLEST_WINDOW, now);
    learned = OptionalInt.of(window);
    ledger.run(tx -> new LearnedWindow(tx).keep(backend.name(), settings(), window));
  }
}
