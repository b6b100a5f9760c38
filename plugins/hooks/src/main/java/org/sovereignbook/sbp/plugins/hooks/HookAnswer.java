package org.sovereignbook.sbp.plugins.hooks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.PlannedTask;

/**
 * A hook's answer (NEXUS-AGENT-SYSTEM, hooks). An unknown member is an error, so that a misspelled
 * member is noticed.
 *
 * @param fire whether the hook fires; if not, only {@code disable} counts
 * @param agent the recipient of the context; empty for the owner
 * @param disable whether the hook is not to run again
 */
record HookAnswer(
    boolean fire,
    Optional<String> agent,
    Optional<Context> context,
    Optional<List<WantedAction>> actions,
    Optional<Boolean> disable) {
  private static final int MAX_ACTIONS = 20;
  private static final Set<String> OWN_ACTIONS = Set.of("task", "mail", "publish", "reply");

  /** An answer without any effect. */
  static final HookAnswer QUIET =
      new HookAnswer(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The context for the agent.
   *
   * @param extracted the hook's findings
   * @param includeThread whether the mail quotes the event's text
   */
  record Context(
      Optional<String> prompt, Optional<JsonObject> extracted, Optional<Boolean> includeThread) {}

  /** One action; exactly one member is present. */
  record WantedAction(
      Optional<PlannedTask> task,
      Optional<NewMail> mail,
      Optional<NewDraft> publish,
      Optional<Reply> reply,
      Optional<OfFeature> feature) {
    public WantedAction {
      HookDeclaration.require(
          Stream.of(task, mail, publish, reply, feature).filter(Optional::isPresent).count() == 1,
          "an action is one of task, mail, publish, reply, or one of a feature that is on");
    }
  }

  /** An action of a feature, under its own name in what a hook prints. */
  record OfFeature(String name, JsonObject wanted) {}

  /** A mail to an agent of this node, or to the owner. */
  record NewMail(String to, String body) {}

  /** A piece for the operator's drafts, in Markdown. */
  record NewDraft(String title, String text) {
    public NewDraft {
      HookDeclaration.require(
          !title.isBlank() && title.length() <= 200 && title.lines().count() == 1,
          "a title is one line of at most 200 characters");
    }
  }

  /** A reply to the sender of the event, sent once the owner has approved it. */
  record Reply(String text) {}

  public HookAnswer {
    HookDeclaration.require(
        actions.orElse(List.of()).size() <= MAX_ACTIONS,
        "there are at most " + MAX_ACTIONS + " actions");
  }

  /**
   * Reads the last complete answer in a hook's output; empty output is the answer {@link #QUIET}.
   *
   * @param ofFeatures the names of features' actions
   * @throws IllegalArgumentException with the error in the answer
   */
  static HookAnswer read(byte[] printed, Set<String> ofFeatures) {
    String text = new String(printed, StandardCharsets.UTF_8);
    if (text.isBlank()) {
      return QUIET;
    }
    Optional<IllegalArgumentException> first = Optional.empty();
    for (JsonValue value : values(text)) {
      try {
        return shaped(value, ofFeatures);
      } catch (IllegalArgumentException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    throw first.orElseThrow();
  }

  private static List<JsonValue> values(String text) {
    try {
      return JsonSearch.lastFirst(text);
    } catch (MalformedJson e) {
      throw new IllegalArgumentException("it printed no JSON: " + e.getMessage(), e);
    }
  }

  private static HookAnswer shaped(JsonValue value, Set<String> ofFeatures) {
    if (!(value instanceof JsonObject json)) {
      throw new IllegalArgumentException("it printed no JSON object");
    }
    try {
      return Shape.of(HookAnswer.class).readExactly(named(json, ofFeatures));
    } catch (Misfit e) {
      throw new IllegalArgumentException(e.in("its answer"), e);
    }
  }

  /** Returns an answer whose actions of features have the member {@code feature}. */
  private static JsonObject named(JsonObject answer, Set<String> ofFeatures) {
    return answer
        .array("actions")
        .map(JsonArray::values)
        .map(all -> all.stream().map(action -> named(action, ofFeatures)).toList())
        .map(all -> answer.with("actions", new JsonArray(all)))
        .orElse(answer);
  }

  private static JsonValue named(JsonValue action, Set<String> ofFeatures) {
    if (!(action instanceof JsonObject json) || json.members().size() != 1) {
      return action;
    }
    Map.Entry<String, JsonValue> only = json.members().firstEntry();
    String name = only.getKey();
    if (OWN_ACTIONS.contains(name)) {
      return action;
    }
    HookDeclaration.require(
        ofFeatures.contains(name) && only.getValue() instanceof JsonObject,
        "no feature that is on has the action " + PeerText.quote(name));
    return JsonObject.builder()
        .put("feature", Shape.write(new OfFeature(name, (JsonObject) only.getValue())))
        .build();
  }

  /** Returns the text of the mail to the agent. Quoting the event is left to the hook. */
  Optional<String> briefing() {
    return context
        .map(
            told ->
                told.prompt().orElse("")
                    + told.extracted().map(found -> "\n\n" + JsonWriter.pretty(found)).orElse(""))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }
}
