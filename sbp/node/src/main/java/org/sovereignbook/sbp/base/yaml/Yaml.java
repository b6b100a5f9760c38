package org.sovereignbook.sbp.base.yaml;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * YAML 1.2 document (core schema) as a JSON value. A tag never creates an object of the program;
 * repetitions by aliases count each time. JSON is YAML, too. Immutable.
 *
 * @param places the place of each value, by its keys and numbers from 0 with dots between them:
 *     {@code agents.0.role}
 */
public record Yaml(JsonValue value, Map<String, Place> places) {
  /** Far above what a person writes by hand. */
  public static final int MAX_CHARACTERS = 4 * 1024 * 1024;

  static final int MAX_VALUES = 100_000;
  static final int MAX_DEPTH = 64;

  /** A value takes three events at most: its key, its beginning and its end. */
  private static final int MAX_EVENTS = 3 * MAX_VALUES;

  private static final String TOO_DEEP = "values are nested deeper than " + MAX_DEPTH;
  private static final String TOO_MANY = "there are more than " + MAX_VALUES + " values";

  /** Both from 1 on. */
  public record Place(int line, int column) {
    @Override
    public String toString() {
      return "line " + line + ", column " + column;
    }
  }

  public Yaml {
    places = Map.copyOf(places);
  }

  /**
   * Reads a document; an empty one is null.
   *
   * @throws MalformedYaml when it is not one document of texts, numbers, truths, lists and maps
   *     within the limits
   */
  public static Yaml parse(String text) throws MalformedYaml {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setCodePointLimit(MAX_CHARACTERS)
            .setAllowDuplicateKeys(false)
            .setAllowNonScalarKeys(true)
            .setAllowRecursiveKeys(false)
            .build();
    try {
      Parser events = new ParserImpl(settings, new StreamReader(settings, text));
      Optional<Node> root = new Composer(settings, new LimitedEvents(events)).getSingleNode();
      Reader reader = new Reader();
      JsonValue value = root.isPresent() ? reader.value(root.get(), "", 0) : JsonNull.INSTANCE;
      return new Yaml(value, reader.places);
    } catch (MarkedYamlEngineException e) {
      throw new MalformedYaml(
          e.getProblemMark().or(e::getContextMark).map(Yaml::place), problem(e.getProblem()));
    } catch (YamlEngineException e) {
      throw new MalformedYaml(Optional.empty(), problem(String.valueOf(e.getMessage())));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Faults of the engine: an escape without its digits, a tag with spaces at its ends.
      throw new MalformedYaml(Optional.empty(), "an escape or a tag is not written correctly");
    }
  }

  /** Returns the keys, in their order, whose value is null or an empty list or map. */
  public List<String> emptyKeys() {
    List<String> empty = new ArrayList<>();
    addEmptyKeys(value, "", empty);
    return empty;
  }

  private static void addEmptyKeys(JsonValue value, String key, List<String> empty) {
    String below = key.isEmpty() ? "" : key + ".";
    if (isEmpty(value)) {
      empty.add(key);
    } else if (value instanceof JsonObject object) {
      object.members().forEach((name, member) -> addEmptyKeys(member, below + name, empty));
    } else if (value instanceof JsonArray list) {
      for (int i = 0; i < list.values().size(); i++) {
        addEmptyKeys(list.values().get(i), below + i, empty);
      }
    }
  }

  /** Returns whether a value is null or an empty list or map. */
  public static boolean isEmpty(JsonValue value) {
    return value == JsonNull.INSTANCE
        || (value instanceof JsonObject object && object.members().isEmpty())
        || (value instanceof JsonArray list && list.values().isEmpty());
  }

  /** Returns the place of a value, or of its parent where it is absent. */
  public Place at(String key) {
    for (String there = key; !there.isEmpty(); ) {
      Place place = places.get(there);
      if (place != null) {
        return place;
      }
      there = there.substring(0, Math.max(0, there.lastIndexOf('.')));
    }
    return places.getOrDefault("", new Place(1, 1));
  }

  private static Place place(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String problem(String text) {
    return text.lines().findFirst().orElse("it is no YAML");
  }

  /**
   * Events of a parser up to the limits of depth and number. Composing nodes takes a part of the
   * stack for each level, so the limit must hold before it.
   */
  private static final class LimitedEvents implements Parser {
    private final Parser events;
    private int count;
    private int depth;

    LimitedEvents(Parser events) {
      this.events = events;
    }

    @Override
    public boolean checkEvent(Event.ID id) {
      return events.checkEvent(id);
    }

    @Override
    public Event peekEvent() {
      return events.peekEvent();
    }

    @Override
    public boolean hasNext() {
      return events.hasNext();
    }

    @Override
    public Event next() {
      Event event = events.next();
      depth +=
          switch (event.getEventId()) {
            case MappingStart, SequenceStart -> 1;
            case MappingEnd, SequenceEnd -> -1;
            default -> 0;
          };
      if (depth > MAX_DEPTH + 1) {
        throw new ParserException(TOO_DEEP, event.getStartMark());
      }
      if (++count > MAX_EVENTS) {
        throw new ParserException(TOO_MANY, event.getStartMark());
      }
      return event;
    }
  }

  /** Follows the nodes; it has read some of them. */
  private static final class Reader {
    private final Map<String, Place> places = new HashMap<>();
    private int values;

    JsonValue value(Node node, String key, int depth) throws MalformedYaml {
      Place place = node.getStartMark().map(Yaml::place).orElse(new Place(1, 1));
      places.putIfAbsent(key, place);
      if (++values > MAX_VALUES) {
        throw new MalformedYaml(place, TOO_MANY);
      }
      if (depth > MAX_DEPTH) {
        throw new MalformedYaml(place, TOO_DEEP);
      }
      return switch (node) {
        case MappingNode map -> object(map, key, depth);
        case SequenceNode list -> array(list, key, depth);
        case ScalarNode scalar -> scalar(scalar, place);
        default -> throw new MalformedYaml(place, "this is not expected here");
      };
    }

    private JsonObject object(MappingNode map, String key, int depth) throws MalformedYaml {
      JsonObject.Builder json = JsonObject.builder();
      Set<String> names = new HashSet<>();
      for (NodeTuple entry : map.getValue()) {
        Place place = entry.getKeyNode().getStartMark().map(Yaml::place).orElse(new Place(1, 1));
        if (!(entry.getKeyNode() instanceof ScalarNode scalar)) {
          throw new MalformedYaml(place, "a key must be a text");
        }
        String name = scalar.getValue();
        if (!names.add(name)) {
          throw new MalformedYaml(place, "the key " + name + " stands here a second time");
        }
        String below = key.isEmpty() ? name : key + "." + name;
        places.put(below, place);
        json.put(name, value(entry.getValueNode(), below, depth + 1));
      }
      return json.build();
    }

    private JsonArray array(SequenceNode list, String key, int depth) throws MalformedYaml {
      List<JsonValue> elements = new ArrayList<>();
      for (Node element : list.getValue()) {
        String below = (key.isEmpty() ? "" : key + ".") + elements.size();
        elements.add(value(element, below, depth + 1));
      }
      return new JsonArray(elements);
    }

    /** Parses an integer as in YAML 1.2, where a leading zero has no meaning. */
    private static long integer(String text) {
      return text.startsWith("0o")
          ? Long.parseLong(text.substring(2), 8)
          : text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
    }

    private static JsonValue scalar(ScalarNode scalar, Place place) throws MalformedYaml {
      String text = scalar.getValue();
      Tag tag = scalar.getTag();
      try {
        if (tag.equals(Tag.STR)) {
          return new JsonString(text);
        }
        if (tag.equals(Tag.NULL)) {
          return JsonNull.INSTANCE;
        }
        if (tag.equals(Tag.BOOL)) {
          return new JsonBoolean(text.equalsIgnoreCase("true"));
        }
        if (tag.equals(Tag.INT)) {
          return new JsonInteger(integer(text));
        }
        if (tag.equals(Tag.FLOAT)) {
          return new JsonDecimal(new BigDecimal(text));
        }
      } catch (IllegalArgumentException e) {
        throw new MalformedYaml(place, "this number or text cannot be used");
      }
      throw new MalformedYaml(
          place, "the tag " + tag.getValue() + " means nothing here; write the value without it");
    }
  }
}
