package org.sovereignbook.sbp.frontend.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ValueKind;

/**
 * The commands that the page calls, and no others: views by their name in {@code /api/NAME}, and
 * actions by their words. None takes a path of this machine. Views of features add theirs, which
 * are read by their words with slashes between. Immutable.
 */
final class WebCommands {
  /** The views: name, and the command whose document it is. */
  static final List<List<String>> VIEWS =
      List.of(
          List.of("status", "status"),
          List.of("tasks", "task list"),
          List.of("task", "task show"),
          List.of("graph", "task graph"),
          List.of("counts", "task count"),
          List.of("timeline", "event list"),
          List.of("event", "event show"),
          List.of("kinds", "event kinds"),
          List.of("log", "log"),
          List.of("agents", "agent list"),
          List.of("agent", "agent show"),
          List.of("overview", "agent overview"),
          List.of("returned", "agent review"),
          List.of("scores", "team scores"),
          List.of("why", "team why"),
          List.of("run", "team runs"),
          List.of("sessions", "session list"),
          List.of("session", "session show"),
          List.of("tree", "session tree"),
          List.of("turn", "session turn"),
          List.of("compare", "session compare"),
          List.of("mail", "mail list"),
          List.of("messages", "messages"),
          List.of("feed", "feed"),
          List.of("piece", "read"),
          List.of("search", "search"),
          List.of("catalog", "commands"),
          List.of("memory", "memory status"),
          List.of("recall", "memory search"),
          List.of("item", "memory read"),
          List.of("history", "memory history"),
          List.of("groups", "group list"),
          List.of("trust", "trust show"),
          List.of("peers", "peers list"),
          List.of("deliveries", "peers deliveries"),
          List.of("inbox", "inbox list"),
          List.of("outbox", "outbox list"),
          List.of("failed", "outbox failed"),
          List.of("policies", "access"),
          List.of("check", "access check"),
          List.of("who", "access who"),
          List.of("requests", "access requests"),
          List.of("grants", "access grants"),
          List.of("audit", "audit list"),
          List.of("decision", "audit show"),
          List.of("verify", "audit verify"),
          List.of("hot", "memory show"),
          List.of("cost", "cost"),
          List.of("settings", "config list"));

  /** The action whose answer is a line for each event, while it goes on. */
  private static final String STREAMED = "chat";

  /** The actions that need only the token of the page. */
  static final List<String> ACTIONS =
      List.of(
          "task add",
          "task edit",
          "task comment",
          "task dep",
          "task release",
          "task retry",
          "task cancel",
          "task review",
          "agent suspend",
          "session abort",
          "session archive",
          "session fork",
          "session compact",
          STREAMED,
          "mail send",
          "mail read",
          "mail ack",
          "mail reply",
          "memory forget",
          "messages",
          "peers block",
          "peers name",
          "inbox retry",
          "outbox retry",
          "outbox drop",
          "send",
          "reply");

  /** The actions that also need the owner's passphrase, or a proof by a key. */
  static final List<String> PROVEN =
      List.of(
          "access approve",
          "access deny",
          "access grant",
          "access revoke",
          "agent activate",
          "agent reactivate",
          "config set",
          "peers trust",
          "peers unblock");

  /** One command that the page may call. */
  record Row(String name, CommandInfo command, boolean isAction, boolean needsProof) {
    /** Returns whether its answer is a stream of lines, each a JSON object. */
    boolean isStreamed() {
      return name.equals(STREAMED);
    }

    /**
     * Returns its description for the page.
     *
     * @param isProofAsked whether the owner wants to be asked for a proof
     */
    JsonObject described(boolean isProofAsked) {
      return JsonObject.builder()
          .put("name", name)
          .put("command", command.command())
          .put("tool", command.toolName())
          .put("action", isAction)
          .put("proof", needsProof && isProofAsked)
          .put("options", arguments(command.options().stream()))
          .put("parameters", arguments(command.parameters().stream()))
          .build();
    }

    private static JsonArray arguments(Stream<Argument> all) {
      return JsonArray.of(
          all.filter(Row::isOffered)
              .<JsonValue>map(
                  one ->
                      JsonObject.builder()
                          .put("name", key(one))
                          .put("option", one.option().orElse(""))
                          .put("value", one.takesValue())
                          .put("required", one.required())
                          .build())
              .toList());
    }

    private static boolean isOffered(Argument one) {
      return !one.shared() && one.type() != ValueKind.FILE && one.type() != ValueKind.FOLDER;
    }

    private static String key(Argument one) {
      return one.option()
          .orElseGet(one::label)
          .replaceFirst("^-+", "")
          .replace('-', '_')
          .toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the words of the command line with these arguments, each a text, a number, a truth or
     * a list.
     *
     * @throws CliException when the command has no such argument here
     */
    List<String> words(JsonObject given) {
      List<String> options = new ArrayList<>();
      List<String> parameters = new ArrayList<>();
      SequencedMap<String, JsonValue> left = new LinkedHashMap<>(given.members());
      command.options().stream()
          .filter(Row::isOffered)
          .forEach(
              option ->
                  values(left.remove(key(option))).forEach(value -> add(options, option, value)));
      command.parameters().stream()
          .filter(Row::isOffered)
          .forEach(parameter -> parameters.addAll(values(left.remove(key(parameter)))));
      if (!left.isEmpty()) {
        throw CliException.wrong(
            command.command() + " has no argument " + left.firstEntry().getKey() + " here",
            "its arguments:  sbp " + command.command() + " --help");
      }
      List<String> words = new ArrayList<>(command.path());
      if (parameters.stream().anyMatch(value -> value.startsWith("-"))) {
        words.addAll(options);
        words.add("--");
        words.addAll(parameters);
      } else {
        words.addAll(parameters);
        words.addAll(options);
      }
      return words;
    }

    private static void add(List<String> words, Argument option, String value) {
      if (option.takesValue()) {
        words.add(option.option().orElseThrow() + "=" + value);
      } else if (value.equals("true")) {
        words.add(option.option().orElseThrow());
      }
    }

    private static List<String> values(@Nullable JsonValue given) {
      return switch (given) {
        case null -> List.of();
        case JsonArray(List<JsonValue> all) ->
            all.stream().flatMap(each -> values(each).stream()).toList();
        case JsonString(String text) -> List.of(text);
        case JsonBoolean(boolean truth) -> List.of(Boolean.toString(truth));
        default ->
            List.of(
                JsonInteger.of(given)
                    .map(number -> Long.toString(number.value()))
                    .orElseThrow(() -> CliException.wrong("an argument is no text or number")));
      };
    }
  }

  private final SequencedMap<String, Row> views = new LinkedHashMap<>();
  private final SequencedMap<String, Row> actions = new LinkedHashMap<>();

  private final WebViews added;

  /**
   * Finds the commands. A command that is not there is left out, since its feature may be off. What
   * the program declares of a command holds for features, too, and so does the need of a proof that
   * any feature declares.
   *
   * @param catalog the commands of the node
   * @param added the views of its features
   */
  WebCommands(Catalog catalog, WebViews added) {
    this.added = added;
    Map<String, CommandInfo> commands = new HashMap<>();
    catalog.all().forEach(command -> commands.put(command.command(), command));
    addActions(commands, ACTIONS.stream(), false);
    addActions(commands, PROVEN.stream(), true);
    addActions(commands, added.commands(FeatureView::proven), true);
    addActions(commands, added.commands(FeatureView::actions), false);
    VIEWS.forEach(view -> addView(commands, view.getFirst(), view.getLast()));
    added
        .commands(FeatureView::reads)
        .filter(words -> !actions.containsKey(words))
        .forEach(words -> addView(commands, words.replace(' ', '/'), words));
  }

  /** Returns the words of the command of a view. */
  static String words(String view) {
    return VIEWS.stream()
        .filter(each -> each.getFirst().equals(view))
        .map(List::getLast)
        .findFirst()
        .orElseGet(() -> view.replace('/', ' '));
  }

  private void addActions(
      Map<String, CommandInfo> commands, Stream<String> all, boolean needsProof) {
    all.forEach(
        words ->
            Optional.ofNullable(commands.get(words))
                .ifPresent(it -> actions.putIfAbsent(words, new Row(words, it, true, needsProof))));
  }

  private void addView(Map<String, CommandInfo> commands, String name, String words) {
    Optional.ofNullable(commands.get(words))
        .ifPresent(it -> views.putIfAbsent(name, new Row(name, it, false, false)));
  }

  /** Returns the module of a feature's view at an address. */
  Optional<WebFiles.Served> module(String address) {
    return added.at(address);
  }

  Optional<Row> view(String name) {
    return Optional.ofNullable(views.get(name));
  }

  Optional<Row> action(String words) {
    return Optional.ofNullable(actions.get(words));
  }

  /** Returns all of them and the views of features, for the page. */
  JsonObject described(boolean isProofAsked) {
    return JsonObject.builder()
        .put(
            "commands",
            JsonArray.of(
                Stream.concat(views.values().stream(), actions.values().stream())
                    .<JsonValue>map(row -> row.described(isProofAsked))
                    .toList()))
        .put("views", added.described())
        .build();
  }
}
