package org.sovereignbook.sbp.runtime.builtin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.chat.ChatTool;

/** Questions that {@link BuiltinChat} recognizes, each answered by one tool that reads. */
final class PlainQuestions {
  private static final String SUBJECT = "subject";

  /**
   * Question about one thing.
   *
   * @param tools the tools that can answer it, the best one first
   * @param argument the argument that takes the words of the group {@code subject}; empty for none
   */
  private record Rule(Pattern question, List<String> tools, String argument, String example) {
    static Rule of(String question, String argument, String example, String... tools) {
      return new Rule(
          Pattern.compile("\\b(?:" + question + ")", Pattern.CASE_INSENSITIVE),
          List.of(tools),
          argument,
          example);
    }
  }

  private static final String NAME = "(?<" + SUBJECT + ">[^?!.,]{1,60})";

  /** Rules in order; the first one that fits decides. */
  private static final List<Rule> RULES =
      List.of(
          Rule.of(
              "what (?:did|does|has) (?!we\\b|i\\b|you\\b)"
                  + NAME
                  + "\\s+(?:say|said|write|written|want)\\b",
              "peer",
              "what did Ada say?",
              "messages"),
          Rule.of(
              "(?:messages?|words?|news|anything) (?:from|of|by) " + NAME, "peer", "", "messages"),
          Rule.of(
              "what (?:did|do|have|had) (?:we|you|i)"
                  + " (?:say|said|write|know|note)\\w*\\s+(?:about|of|on) "
                  + NAME,
              "query",
              EarlierWords.EXAMPLE,
              "search",
              "memory_search"),
          Rule.of(
              "(?:search|look) for " + NAME + "|find " + NAME.replace(SUBJECT, "other"),
              "query",
              "search for tides",
              "search",
              "memory_search"),
          Rule.of("tasks?\\b|board\\b|to ?do\\b", "", "which tasks are open?", "task_list"),
          Rule.of("mails?\\b", "", "is there mail?", "mail_list"),
          Rule.of(
              "peers?\\b|friends?\\b|whom? do i know", "", "who are my peers?", "peers", "status"),
          Rule.of("messages?\\b|conversations?\\b|who wrote", "", "who wrote to me?", "messages"),
          Rule.of(
              "feed\\b|pieces?\\b|published\\b|news\\b", "", "what is new in the feed?", "feed"),
          Rule.of("agents?\\b", "", "which agents are there?", "agent_list"),
          Rule.of(
              "waits?\\b|waiting\\b|pending\\b|unread\\b|new\\b|status\\b|how"
                  + " (?:is|are)\\b|wrong\\b|going on|inbox\\b|drafts?\\b",
              "",
              "what is waiting?",
              "status"));

  private PlainQuestions() {}

  /**
   * Call that answers a question.
   *
   * @param subject the words that it is about; empty for none
   */
  record Asked(String tool, String argument, String subject) {

    /** Returns the arguments that the tool takes, by its schema. */
    JsonObject argumentsFor(List<ChatTool> tools) {
      JsonObject properties =
          tools.stream()
              .filter(each -> each.name().equals(tool))
              .flatMap(each -> each.schema().object("properties").stream())
              .findFirst()
              .orElse(JsonObject.empty());
      Map<String, JsonValue> arguments = new LinkedHashMap<>();
      if (!argument.isEmpty()) {
        arguments.put(argument, subject(properties.object(argument)));
      }
      // Asking is not reading: the messages stay unread for their owner.
      arguments.put("keep_unread", new JsonBoolean(true));
      arguments.keySet().retainAll(properties.members().keySet());
      JsonObject.Builder json = JsonObject.builder();
      arguments.forEach(json::put);
      return json.build();
    }

    private JsonValue subject(Optional<JsonObject> property) {
      boolean many = property.flatMap(it -> it.string("type")).equals(Optional.of("array"));
      return many ? JsonArray.ofStrings(List.of(subject.split("\\s+"))) : new JsonString(subject);
    }
  }

  /** Finds the call for a question, among these tools. */
  static Optional<Asked> of(String question, List<String> tools) {
    for (Rule rule : RULES) {
      Matcher found = rule.question().matcher(question);
      Optional<String> tool = rule.tools().stream().filter(tools::contains).findFirst();
      if (tool.isPresent() && found.find()) {
        return Optional.of(new Asked(tool.get(), rule.argument(), subject(found)));
      }
    }
    return Optional.empty();
  }

  private static String subject(Matcher found) {
    for (String group : List.of(SUBJECT, "other")) {
      if (found.namedGroups().containsKey(group) && found.group(group) != null) {
        return found.group(group).strip();
      }
    }
    return "";
  }

  /** Returns what can be asked, with these tools. */
  static String help(List<String> tools) {
    StringBuilder text =
        new StringBuilder(
            "I am a set of rules, not a model, and know no answer to that. You can ask:\n\n");
    for (Rule rule : RULES) {
      if (!rule.example().isEmpty() && rule.tools().stream().anyMatch(tools::contains)) {
        text.append("- ").append(rule.example()).append('\n');
      }
    }
    return text.append(
            "\nFor a conversation with a model, choose one: `sbp config set llm.backend NAME`; `sbp"
                + " plugin list` shows them.")
        .toString();
  }
}
