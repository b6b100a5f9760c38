package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;
import org.sovereignbook.sbp.society.sessions.TurnState;

/**
 * Turn as a tree: its messages, each call of a model with what its prompt held, the calls of tools
 * that the model asked for, and the answer.
 *
 * @param cost of its calls of models, as far as it is known
 * @param steps one for each call of a model, in their order
 * @param unread messages that no model was asked about
 * @param recorded whether its calls of models are known: they are kept for {@code
 *     sessions.prompt_days}
 * @param heads the sessions that stand at it
 */
record TurnTree(
    @Shape.Inline Head head,
    @Shape.Inline Span span,
    Costs.Sum cost,
    List<Round> steps,
    List<Utterance> unread,
    boolean recorded,
    List<String> heads,
    @Shape.Hidden List<Authority> causes) {
  /**
   * Turn without what happened in it.
   *
   * @param tries how many processes have run it
   */
  record Head(
      String turn,
      Optional<String> parent,
      String session,
      String agent,
      AgentTurn.Type type,
      TurnState status,
      Optional<String> why,
      int tries) {}

  /**
   * Call of a model with what led to it and what it led to.
   *
   * @param messages that came before it
   * @param model the call; empty when nothing is recorded of it
   * @param answer empty when none came
   */
  @Shape.Def("turn_step")
  record Round(
      List<Utterance> messages,
      Optional<Asked> model,
      Optional<Utterance> answer,
      List<ToolUse> tools) {}

  /**
   * Text that somebody has said.
   *
   * @param source the kind of its writer, for a message to the agent
   * @param author the name of its writer
   * @param tokens estimated from its length
   */
  @Shape.Def("turn_message")
  record Utterance(
      int number,
      String role,
      Optional<String> source,
      String author,
      String content,
      int tokens,
      long atMs) {}

  /**
   * Call of a model.
   *
   * @param outcome answered, failed or interrupted; empty while it is under way
   */
  @Shape.Def("turn_model_call")
  record Asked(
      String backend,
      Optional<String> model,
      @Shape.Inline Times times,
      @Shape.Inline Used used,
      Optional<String> outcome,
      Optional<String> why,
      TurnPrompts.Fit fit,
      List<Part> context) {}

  /**
   * Times of a call of a model.
   *
   * @param firstMs until the first word of the answer
   * @param tookMs until its end
   */
  record Times(long fromMs, Optional<Long> firstMs, Optional<Long> tookMs) {}

  /** Usage of a call of a model, as far as it is known. */
  record Used(Optional<Long> inputTokens, Optional<Long> outputTokens, Optional<Costs.Sum> cost) {}

  /**
   * Part of a prompt.
   *
   * @param kind such as memory, earlier_turns or results
   * @param count of turns, messages, tools or the like; of a summary, of the turns that it folds
   * @param tokens estimated
   * @param authors by their names
   * @param turn of a summary
   */
  @Shape.Def("turn_part")
  record Part(String kind, int count, int tokens, List<String> authors, Optional<String> turn) {}

  /**
   * Call of a tool.
   *
   * @param tookMs from its beginning to its end
   * @param decision allow or deny; empty when nothing is recorded of it
   * @param reason of the decision
   */
  @Shape.Def("turn_tool_call")
  record ToolUse(
      String name,
      JsonObject arguments,
      String state,
      Optional<String> result,
      Optional<Long> fromMs,
      Optional<Long> tookMs,
      Optional<String> decision,
      Optional<String> reason) {}
}
