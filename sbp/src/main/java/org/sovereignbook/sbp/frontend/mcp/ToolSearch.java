package org.sovereignbook.sbp.frontend.mcp;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpTool;

/**
 * The tool by which a model finds tools that are not in its list. What it finds, it may call; it is
 * also in its list from then on. Only tools that the caller may use are found. Thread-safe.
 */
record ToolSearch(CommandTools tools, ToolGate gate, ToolLists lists) {
  static final String NAME = "tool_search";

  private static final String QUERY = "query";

  /** The argument's former name. */
  private static final String WORDS = "words";

  /** Most tools in one answer, because each comes with its whole schema. */
  private static final int MOST = 5;

  /** The weight of a word in the name, against one in the text. */
  private static final int NAME_WEIGHT = 3;

  private static final int LEAST_LETTERS = 3;
  private static final int MAX_QUERY_CHARACTERS = 200;

  private static final String TEXT =
      "Finds tools that are not in your list, by words for what you want to do, such as: rename"
          + " agent. Returns up to 5 with their arguments; call them by name from then on. Use it"
          + " before you say that something cannot be done here.";

  /** Returns it as a tool. */
  McpTool tool() {
    JsonObject words =
        JsonObject.builder()
            .put("type", "string")
            .put("maxLength", MAX_QUERY_CHARACTERS)
            .put("description", "what you want to do")
            .build();
    JsonObject schema =
        JsonObject.builder()
            .put("type", "object")
            .put("properties", JsonObject.empty().with(QUERY, words))
            .put("required", JsonArray.ofStrings(List.of(QUERY)))
            .put("additionalProperties", false)
            .build();
    return new McpTool(
        NAME,
        NAME,
        TEXT,
        schema,
        Optional.empty(),
        McpTool.Hints.READS,
        call -> search(call.arguments(), call.caller()));
  }

  McpOutcome search(JsonObject arguments, McpCaller caller) {
    JsonObject brought = JsonObject.empty().with("arguments", arguments.toString());
    try {
      gate.require(NAME, brought, caller);
      Optional<String> words =
          arguments
              .string(QUERY)
              .or(() -> arguments.string(WORDS))
              .filter(text -> !text.isBlank() && text.length() <= MAX_QUERY_CHARACTERS)
              .filter(_ -> arguments.members().size() == 1);
      return words.isPresent()
          ? McpOutcome.document(found(caller, words.get()), false)
          : CommandTools.invalid(
              "the argument query is missing or longer than %d characters, or there are others"
                  .formatted(MAX_QUERY_CHARACTERS),
              List.of("required: query; others: none", "then call tool_search again"));
    } catch (SocietyException e) {
      return tools.refused(e, caller);
    }
  }

  private JsonObject found(McpCaller caller, String words) {
    Predicate<String> usable = gate.tools(caller).usable();
    List<String> wanted =
        Arrays.stream(words.toLowerCase(Locale.ROOT).split("[^a-z]+"))
            .filter(word -> word.length() >= LEAST_LETTERS)
            .map(ToolSearch::stem)
            .toList();
    List<McpTool> best =
        tools
            .all(caller)
            .filter(tool -> usable.test(tool.name()) && score(tool, wanted) > 0)
            .sorted(Comparator.comparingInt(tool -> -score(tool, wanted)))
            .limit(MOST)
            .toList();
    lists.add(caller, best.stream().map(McpTool::name).toList());
    return best.isEmpty()
        ? JsonObject.builder()
            .put("tools", JsonArray.of(List.of()))
            .put("all", JsonArray.ofStrings(names(caller, usable).toList()))
            .build()
        : JsonObject.empty().with("tools", JsonArray.of(best.stream().map(this::shown).toList()));
  }

  /** Returns the word without the ending of a verb or plural, so that "tasks" finds "task". */
  private static String stem(String word) {
    return word.replaceFirst("(?<=...)(s|ing|ed)$", "");
  }

  private Stream<String> names(McpCaller caller, Predicate<String> usable) {
    return tools.all(caller).map(McpTool::name).filter(usable);
  }

  private JsonObject shown(McpTool tool) {
    return JsonObject.builder()
        .put("name", tool.name())
        .put("description", tool.description())
        .put("inputSchema", tool.input())
        .build();
  }

  private static int score(McpTool tool, List<String> wanted) {
    String text = tool.description().toLowerCase(Locale.ROOT);
    int score = 0;
    for (String word : wanted) {
      score += tool.name().contains(word) ? NAME_WEIGHT : text.contains(word) ? 1 : 0;
    }
    return score;
  }
}
