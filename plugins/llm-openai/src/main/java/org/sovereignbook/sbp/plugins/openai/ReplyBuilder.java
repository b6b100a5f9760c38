package org.sovereignbook.sbp.plugins.openai;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Reply that is put together from what a service sends, in whichever format. Nothing in it is
 * trusted: the model has read strangers' texts, and the service may be anything.
 */
final class ReplyBuilder {
  /** Message for a reply that ends at the limit of output tokens. */
  static final String CUT_OFF =
      "the answer was cut off; it must be shorter, or llm.max_output_tokens larger";

  private static final int MAX_MODEL_CHARACTERS = 200;

  private final VisibleText text;
  private final CallFragments calls;
  private final StringBuilder refusal = new StringBuilder();
  private String model = "";
  private String reason = "";
  private OptionalLong input = OptionalLong.empty();
  private OptionalLong output = OptionalLong.empty();

  ReplyBuilder(CallIds ids, ChatListener listener) {
    this.text = new VisibleText(listener);
    this.calls = new CallFragments(ids, listener);
  }

  VisibleText text() {
    return text;
  }

  CallFragments calls() {
    return calls;
  }

  void refusal(String more) {
    refusal.append(more);
  }

  void model(String name) {
    model = Cut.beginning(name, MAX_MODEL_CHARACTERS);
  }

  /** Sets the reason for the end; the first one counts. */
  void ends(String why) {
    if (reason.isEmpty()) {
      reason = why;
    }
  }

  boolean hasEnded() {
    return !reason.isEmpty();
  }

  /** Reads the tokens used; invalid numbers count as unknown. */
  void usage(JsonObject json, String inputMember, String outputMember) {
    OptionalLong read = tokens(json, inputMember);
    OptionalLong written = tokens(json, outputMember);
    input = read.isPresent() ? read : input;
    output = written.isPresent() ? written : output;
  }

  private static OptionalLong tokens(JsonObject json, String name) {
    OptionalLong count = json.integer(name);
    return count.orElse(-1) < 0 ? OptionalLong.empty() : count;
  }

  LlmUsage usage() {
    LlmUsage told = new LlmUsage(Optional.empty(), input, output, Optional.empty());
    return model.isEmpty() ? told : told.withModel(model);
  }

  /**
   * Returns the reply.
   *
   * @throws LlmException when it is empty, refused, or cut off before its first word
   */
  ChatReply end() throws LlmException {
    try {
      return ended();
    } catch (LlmException e) {
      throw e.withUsage(usage());
    }
  }

  private ChatReply ended() throws LlmException {
    text.end();
    String whole = text.whole();
    if (reason.equals("content_filter")) {
      throw LlmException.answer("the service filtered the answer out");
    }
    if (!refusal.toString().isBlank()) {
      throw LlmException.answer("the model refused: " + PeerText.quote(refusal.toString()));
    }
    boolean isCut = reason.equals("length");
    if (isCut && calls.isEmpty()) {
      if (whole.isBlank()) {
        throw LlmException.answer(CUT_OFF);
      }
      return new ChatReply(whole, List.of(), usage(), ChatReply.Stop.LENGTH, model);
    }
    List<ChatCall> made = calls.end(isCut);
    if (made.isEmpty() && whole.isBlank()) {
      throw LlmException.answer("the answer is empty");
    }
    ChatReply.Stop stop = made.isEmpty() ? ChatReply.Stop.END : ChatReply.Stop.TOOLS;
    return new ChatReply(whole, made, usage(), stop, model);
  }
}
