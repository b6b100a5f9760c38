package org.sovereignbook.sbp.frontend.mcp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandCall;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.ValueKind;

/**
 * The arguments of a tool, made from the options and parameters of its command: their schema, and
 * the conversion of JSON to the typed values of a call. Immutable.
 */
final class ToolArguments {
  /** The connection authenticates the caller; the owner may name the agent to act for. */
  static final String CALLER = "as";

  /** Other names for that argument, where a tool has no other argument of that name. */
  private static final List<String> CALLER_TOO = List.of("agent_id", "entity_id", "user_id");

  private static final String CALLER_MEANING = "for whom";

  /** Arguments in the order of the command line. */
  private final SequencedMap<String, Argument> byName = new LinkedHashMap<>();

  /** Other accepted names: {@code n} for {@code limit}. */
  private final Map<String, String> aliases = new HashMap<>();

  private final CommandInfo command;

  ToolArguments(CommandInfo info) {
    this.command = info;
    Set<String> without = info.tool().map(Tool::without).map(Set::of).orElse(Set.of());
    for (Argument option : info.options()) {
      boolean isForPeople =
          option.shared()
              || option.spellings().contains(OwnerOptions.PROOF)
              || option.spellings().stream().anyMatch(without::contains);
      if (!isForPeople) {
        boolean isCaller = option.spellings().contains(SocietyCommand.AS);
        String name = isCaller ? CALLER : name(option.option().orElseThrow());
        add(option, name);
      }
    }
    info.parameters().stream()
        .filter(parameter -> !without.contains(parameter.label()))
        .forEach(parameter -> add(parameter, name(parameter.label())));
    if (byName.containsKey(CALLER)) {
      CALLER_TOO.forEach(other -> aliases.put(other, CALLER));
    }
  }

  private void add(Argument argument, String name) {
    Optional<String> own = argument.declared().flatMap(ToolArgument::name);
    boolean isPath = argument.type() == ValueKind.FILE || argument.type() == ValueKind.FOLDER;
    // A path of this machine is no argument of a tool, unless its command names it as one.
    if (!isPath || own.isPresent()) {
      String shown = own.orElse(name);
      byName.put(shown, argument);
      argument.spellings().forEach(other -> aliases.putIfAbsent(name(other), shown));
      argument.declared().ifPresent(it -> it.also().forEach(other -> aliases.put(other, shown)));
    }
  }

  /** Returns the name in JSON, such as {@code blocked_by}. */
  private static String name(String spelling) {
    return spelling.replaceFirst("^-+", "").replace('-', '_').toLowerCase(Locale.ROOT);
  }

  /** Returns the schema; other arguments are refused. */
  JsonObject schema() {
    JsonObject.Builder properties = JsonObject.builder();
    List<String> required = new ArrayList<>();
    byName.forEach(
        (name, argument) -> {
          properties.put(name, property(argument));
          if (isRequired(argument)) {
            required.add(name);
          }
        });
    JsonObject.Builder schema =
        JsonObject.builder().put("type", "object").put("properties", properties.build());
    if (!required.isEmpty()) {
      schema.put("required", JsonArray.ofStrings(required));
    }
    return schema.put("additionalProperties", false).build();
  }

  private static JsonObject property(Argument argument) {
    JsonObject value = value(argument);
    if (isList(argument)) {
      value = JsonObject.builder().put("type", "array").put("items", value).build();
    }
    value = value.with("description", text(argument));
    Optional<String> standard = argument.standard();
    return standard.isPresent() ? value.with("default", json(argument, standard.get())) : value;
  }

  private static String text(Argument argument) {
    boolean isCaller = argument.spellings().contains(SocietyCommand.AS);
    return argument
        .declared()
        .flatMap(ToolArgument::text)
        .orElse(isCaller ? CALLER_MEANING : argument.description());
  }

  private static JsonObject value(Argument argument) {
    if (argument.isTruth()) {
      return type("boolean");
    }
    if (isObject(argument)) {
      return type("object");
    }
    return switch (argument.type()) {
      case INTEGER -> range(type("integer"), argument);
      case CHOICE -> type("string").with("enum", JsonArray.ofStrings(argument.words()));
      case URL -> type("string").with("format", "uri");
      default -> type("string");
    };
  }

  private static JsonObject range(JsonObject schema, Argument argument) {
    JsonObject from =
        argument.minimum().isEmpty() ? schema : schema.with("minimum", argument.minimum().get());
    return argument.maximum().isEmpty() ? from : from.with("maximum", argument.maximum().get());
  }

  private static JsonObject type(String name) {
    return JsonObject.empty().with("type", name);
  }

  private static JsonValue json(Argument argument, String word) {
    return argument.type() == ValueKind.INTEGER && word.matches("-?[0-9]{1,18}")
        ? new JsonInteger(Long.parseLong(word))
        : new JsonString(word);
  }

  private static boolean isObject(Argument argument) {
    return argument.declared().filter(ToolArgument::isObject).isPresent();
  }

  private static boolean isRequired(Argument argument) {
    return argument.required() || argument.declared().filter(ToolArgument::required).isPresent();
  }

  /** Returns which arguments a call needs and which it may have, in one line. */
  String form() {
    List<String> needed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String name : ofEveryCaller()) {
      (isRequired(Objects.requireNonNull(byName.get(name))) ? needed : others).add(name);
    }
    return "required: %s; others: %s".formatted(listed(needed), listed(others));
  }

  private static String listed(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /**
   * Returns whether it is a list: several values of an option are one, but the words of a text are
   * a single text.
   */
  private static boolean isList(Argument argument) {
    return argument.repeatable() && argument.option().isPresent();
  }

  /** Returns the words after a command as arguments, if there are any. */
  Optional<String> mentioned(List<String> words) {
    List<String> told = new ArrayList<>();
    Iterator<Map.Entry<String, Argument>> places =
        byName.entrySet().stream().filter(each -> each.getValue().option().isEmpty()).iterator();
    for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
      String word = rest.next();
      Optional<String> option = Optional.ofNullable(aliases.get(name(word)));
      if (word.startsWith("-")) {
        boolean takesValue = option.map(byName::get).filter(Argument::takesValue).isPresent();
        String value = takesValue && rest.hasNext() ? rest.next() : "";
        option.ifPresent(name -> told.add(told(name, value)));
      } else if (places.hasNext()) {
        told.add(told(places.next().getKey(), word));
      }
    }
    return told.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", told));
  }

  /** Converts an argument to text for a hint; a word in capitals stands for any value. */
  private static String told(String name, String value) {
    return value.isEmpty() || value.matches("[A-Z]+") ? name : name + " " + value;
  }

  /**
   * Returns the call with these arguments.
   *
   * @throws CliException when they do not fit the schema
   */
  CommandCall call(JsonObject arguments) {
    Map<String, JsonValue> given = named(arguments);
    Map<Argument, List<Object>> values = new LinkedHashMap<>();
    List<String> options = new ArrayList<>();
    List<String> parameters = new ArrayList<>();
    for (Map.Entry<String, Argument> each : byName.entrySet()) {
      Optional<JsonValue> value = Optional.ofNullable(given.get(each.getKey()));
      if (value.isEmpty() && isRequired(each.getValue())) {
        throw wrong("the argument " + each.getKey() + " is missing");
      }
      if (value.isPresent()) {
        List<Object> typed = values(each.getKey(), each.getValue(), value.get());
        if (!typed.isEmpty()) {
          values.put(each.getValue(), typed);
        }
        typed.forEach(one -> add(each.getValue(), one.toString(), options, parameters));
      }
    }
    return new CommandCall(command, values, words(options, parameters));
  }

  /** Returns the words of the same call on a command line, each option with its value. */
  private List<String> words(List<String> options, List<String> parameters) {
    List<String> words = new ArrayList<>(command.path().subList(1, command.path().size()));
    words.addAll(options);
    if (!parameters.isEmpty()) {
      words.add("--");
      words.addAll(parameters);
    }
    return words;
  }

  /** Returns the arguments by their names in the schema. */
  private Map<String, JsonValue> named(JsonObject arguments) {
    Map<String, JsonValue> named = new HashMap<>();
    arguments
        .members()
        .forEach(
            (given, value) -> {
              String name = byName.containsKey(given) ? given : aliases.getOrDefault(given, given);
              if (!byName.containsKey(name)) {
                throw wrong("there is no argument " + name);
              }
              if (named.put(name, value) != null) {
                throw twice(name);
              }
            });
    return named;
  }

  /** Returns the names without the one that only the owner may use. */
  private List<String> ofEveryCaller() {
    return byName.keySet().stream().filter(name -> !name.equals(CALLER)).toList();
  }

  private CliException twice(String name) {
    String problem =
        "the argument %s is given twice, also as %s"
            .formatted(name, String.join(", ", namesOf(name)));
    return byName.containsKey(CALLER)
        ? wrong(problem, "the agent to act for is the argument " + CALLER)
        : wrong(problem);
  }

  private List<String> namesOf(String name) {
    return aliases.entrySet().stream()
        .filter(alias -> alias.getValue().equals(name) && !alias.getKey().equals(name))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static void add(
      Argument argument, String word, List<String> options, List<String> parameters) {
    if (argument.option().isEmpty()) {
      parameters.add(word);
    } else if (argument.takesValue()) {
      options.add(argument.option().get() + "=" + word);
    } else if (word.equals("true")) {
      options.add(argument.option().get());
    }
  }

  private static List<Object> values(String name, Argument argument, JsonValue value) {
    if (isList(argument)) {
      if (value instanceof JsonArray(List<JsonValue> values)) {
        return values.stream().map(each -> value(name, argument, each)).toList();
      }
      throw wrong("the argument " + name + " is not a list");
    }
    return List.of(value(name, argument, value));
  }

  private static Object value(String name, Argument argument, JsonValue value) {
    if (argument.isTruth()) {
      if (value instanceof JsonBoolean(boolean truth)) {
        return truth;
      }
      throw wrong("the argument " + name + " is not true or false");
    }
    if (argument.type() != ValueKind.INTEGER) {
      return text(name, argument, value);
    }
    return JsonInteger.of(value)
        .map(JsonInteger::value)
        .filter(number -> isWithin(number, argument))
        .orElseThrow(
            () -> wrong("the argument " + name + " is not a whole number" + words(argument)));
  }

  private static boolean isWithin(long number, Argument argument) {
    return argument.minimum().orElse(Long.MIN_VALUE) <= number
        && number <= argument.maximum().orElse(Long.MAX_VALUE);
  }

  private static String words(Argument argument) {
    return argument.minimum().map(min -> " from " + min).orElse("")
        + argument.maximum().map(max -> " to " + max).orElse("");
  }

  private static String text(String name, Argument argument, JsonValue value) {
    if (isObject(argument) && value instanceof JsonObject object) {
      return JsonWriter.compact(object);
    }
    if (!(value instanceof JsonString(String text))) {
      throw wrong("the argument " + name + " is not a text");
    }
    if (argument.type() == ValueKind.CHOICE && !argument.words().contains(text)) {
      throw wrong("the argument " + name + " is none of " + String.join(", ", argument.words()));
    }
    if (text.equals("-")) {
      throw wrong("the argument " + name + " is -, but there is no standard input here");
    }
    if (argument.type() == ValueKind.URL) {
      requireUrl(name, text);
    }
    return text;
  }

  private static void requireUrl(String name, String text) {
    try {
      Endpoint _ = Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong("the argument " + name + " is no address of a node: " + e.getMessage());
    }
  }

  private static CliException wrong(String message, String... hints) {
    return CliException.wrong(message, hints);
  }
}
