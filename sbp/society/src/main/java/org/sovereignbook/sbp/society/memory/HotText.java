package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;

/** Text of a hot context: its beginning, its changes, its checks. Pure. */
final class HotText {
  static final String EPHEMERAL = "ephemeral";
  static final String INTEGRITY = "integrity";
  static final String AGENT = "agent";
  static final String EVENT_QUEUE = "event_queue";
  static final String TASK = "task";
  private static final String PROGRESS = "progress";

  /** Members of the agent's part that are kept elsewhere and only shown here. */
  static final String[] SHOWN_ONLY = {
    "parent_entity_id", "agent_type", "capabilities", EVENT_QUEUE
  };

  /** Members that only the ends and beginnings of sessions change. */
  private static final String[] CHAIN = {
    INTEGRITY, "session_count", "current_session_start", "last_session_end"
  };

  /** A fiftieth of the context window, at four bytes for a token. */
  private static final int BYTES_OF_TOKENS = 4;

  private static final int SHARE = 50;
  private static final int PER_MILLE = 1_000;

  /** Parts of the whole budget, per mille. */
  private static final Map<String, Integer> PARTS =
      Map.of(
          "identity",
          300,
          "active",
          300,
          EPHEMERAL,
          240,
          "prefs",
          80,
          "delegation",
          80,
          AGENT,
          300);

  private HotText() {}

  /** Form of times in a hot context: in milliseconds, since they order its changes. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  static String time(long ms) {
    return TIME.format(Instant.ofEpochMilli(ms));
  }

  /** Returns the first text of an entity. */
  static JsonObject first(MemoryHolder holder, String now) {
    JsonObject identity =
        JsonObject.builder().put("id", holder.id()).put("name", holder.name()).build();
    JsonObject text =
        JsonObject.builder()
            .put("version", 1)
            .put("updated_at", now)
            .put("identity", identity)
            .put("active", JsonObject.empty())
            .put("prefs", JsonObject.empty())
            .put("delegation", JsonObject.empty())
            .build();
    return holder.agent().isPresent() ? text.with(AGENT, JsonObject.empty()) : text;
  }

  /** Returns a text with changes merged in: objects are merged, all else is replaced. */
  static JsonObject merged(JsonObject text, JsonObject changes) {
    JsonObject result = text;
    for (Map.Entry<String, JsonValue> change : changes.members().entrySet()) {
      String name = change.getKey();
      if (change.getValue() instanceof JsonNull) {
        result = result.without(name);
      } else if (change.getValue() instanceof JsonObject object) {
        result = result.with(name, merged(text.object(name).orElse(JsonObject.empty()), object));
      } else {
        result = result.with(name, change.getValue());
      }
    }
    return result;
  }

  /**
   * Returns a text with parts merged in that are stored apart: as {@link #merged}, but lists of
   * texts are joined.
   */
  static JsonObject whole(JsonObject text, JsonObject parts) {
    JsonObject result = text;
    for (Map.Entry<String, JsonValue> part : parts.members().entrySet()) {
      String name = part.getKey();
      Optional<List<String>> present = text.array(name).flatMap(JsonArray::strings);
      if (part.getValue() instanceof JsonNull) {
        result = result.without(name);
      } else if (part.getValue() instanceof JsonObject object) {
        result = result.with(name, whole(text.object(name).orElse(JsonObject.empty()), object));
      } else if (part.getValue() instanceof JsonArray array && present.isPresent()) {
        result = result.with(name, joined(present.get(), array));
      } else {
        result = result.with(name, part.getValue());
      }
    }
    return result;
  }

  private static JsonArray joined(List<String> present, JsonArray more) {
    return JsonArray.ofStrings(
        Stream.concat(present.stream(), more.strings().orElse(List.of()).stream())
            .distinct()
            .toList());
  }

  /** Returns changes with further ones after them. */
  static JsonObject composed(JsonObject changes, JsonObject more) {
    JsonObject result = changes;
    for (Map.Entry<String, JsonValue> change : more.members().entrySet()) {
      String name = change.getKey();
      result =
          change.getValue() instanceof JsonObject object
              ? result.with(name, composed(changes.object(name).orElse(JsonObject.empty()), object))
              : result.with(name, change.getValue());
    }
    return result;
  }

  /** Returns changes without those that newer ones replace; lists are added to each other. */
  static JsonObject without(JsonObject changes, JsonObject newer) {
    JsonObject result = changes;
    for (Map.Entry<String, JsonValue> change : newer.members().entrySet()) {
      String name = change.getKey();
      Optional<JsonObject> within = changes.object(name);
      if (change.getValue() instanceof JsonObject object && within.isPresent()) {
        JsonObject left = without(within.get(), object);
        result = left.members().isEmpty() ? result.without(name) : result.with(name, left);
      } else if (!(change.getValue() instanceof JsonArray)) {
        result = result.without(name);
      }
    }
    return result;
  }

  /** Returns the changes that make one text say what another says besides. */
  static JsonObject difference(JsonObject text, JsonObject other) {
    JsonObject changes = JsonObject.empty();
    for (Map.Entry<String, JsonValue> member : other.members().entrySet()) {
      String name = member.getKey();
      Optional<JsonValue> present = text.get(name);
      if (present.equals(Optional.of(member.getValue()))) {
        continue;
      }
      if (member.getValue() instanceof JsonObject object) {
        JsonObject within = difference(text.object(name).orElse(JsonObject.empty()), object);
        changes = within.members().isEmpty() ? changes : changes.with(name, within);
      } else if (member.getValue() instanceof JsonArray array) {
        JsonArray more = fresh(text.array(name).flatMap(JsonArray::strings), array);
        changes = more.values().isEmpty() ? changes : changes.with(name, more);
      } else {
        changes = changes.with(name, member.getValue());
      }
    }
    return changes;
  }

  private static JsonArray fresh(Optional<List<String>> present, JsonArray array) {
    Optional<List<String>> texts = array.strings();
    return present.isEmpty() || texts.isEmpty()
        ? array
        : JsonArray.ofStrings(
            texts.get().stream().filter(text -> !present.get().contains(text)).toList());
  }

  /** Returns a text with the chain of sessions of another. */
  static JsonObject withChain(JsonObject text, JsonObject of) {
    JsonObject ephemeral = text.object(EPHEMERAL).orElse(JsonObject.empty()).without(CHAIN);
    Optional<JsonObject> chain = of.object(EPHEMERAL);
    for (String name : CHAIN) {
      Optional<JsonValue> value = chain.flatMap(it -> it.get(name));
      ephemeral = value.isPresent() ? ephemeral.with(name, value.get()) : ephemeral;
    }
    return ephemeral.members().isEmpty()
        ? text.without(EPHEMERAL)
        : text.with(EPHEMERAL, ephemeral);
  }

  /** Returns a given text without what others decide: the chain, and what is shown only. */
  static JsonObject own(JsonObject given) {
    JsonObject own = given.without("version", "updated_at");
    Optional<JsonObject> agent = own.object(AGENT);
    if (agent.isPresent()) {
      own = own.with(AGENT, withProgress(agent.get().without(SHOWN_ONLY)));
    }
    Optional<JsonObject> ephemeral = own.object(EPHEMERAL);
    return ephemeral.isPresent()
        ? own.with(EPHEMERAL, ephemeral.get().without(CHAIN))
        : own.get(EPHEMERAL).filter(JsonNull.class::isInstance).isPresent()
            ? own.without(EPHEMERAL)
            : own;
  }

  /** Returns the agent's part with its progress in per mille, as it is hashed. */
  private static JsonObject withProgress(JsonObject agent) {
    Optional<JsonObject> task = agent.object(TASK);
    Optional<JsonValue> progress =
        task.flatMap(it -> it.get(PROGRESS)).filter(it -> !(it instanceof JsonNull));
    if (progress.isEmpty()) {
      return agent;
    }
    long perMille =
        PerMille.of(progress.get())
            .orElseThrow(
                () ->
                    SocietyException.wrong(
                        "validation_failed",
                        "validation_failed: agent.task.progress is a number from 0 to 1, not "
                            + PeerText.quote(progress.get().toString())));
    return agent.with(TASK, task.orElseThrow().with(PROGRESS, perMille));
  }

  /** Returns a stored text as it is shown: its progress is a number from 0 to 1. */
  static JsonObject shown(JsonObject stored) {
    Optional<JsonObject> agent = stored.object(AGENT);
    Optional<JsonObject> task = agent.flatMap(it -> it.object(TASK));
    return task.isPresent()
        ? stored.with(
            AGENT, agent.orElseThrow().with(TASK, PerMille.shown(task.get(), List.of(PROGRESS))))
        : stored;
  }

  /**
   * Checks a text as a whole.
   *
   * @param windowTokens the context window of the models
   * @throws SocietyException with {@code validation_failed}, which names the member, or {@code
   *     l1_budget_exceeded}, which names the part
   */
  static void require(JsonObject text, int windowTokens) {
    try {
      HotContext _ = Shape.of(HotContext.class).readExactly(text);
      byte[] _ = Jcs.canonicalize(text);
    } catch (Misfit e) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: " + e.in("the hot context"),
          text.members().keySet().stream()
              .flatMap(name -> HotContext.place(name).stream())
              .map(place -> "did you mean:  sbp memory set " + place + "=VALUE")
              .toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      throw SocietyException.wrong(
          "validation_failed", "validation_failed: the hot context holds a number with a fraction");
    }
    int most = windowTokens / SHARE * BYTES_OF_TOKENS;
    requireBytes("the hot context", bytes(text), most);
    for (Map.Entry<String, Integer> part : PARTS.entrySet()) {
      Optional<JsonObject> value = text.object(part.getKey());
      if (value.isPresent()) {
        requireBytes(part.getKey(), bytes(value.get()), most * part.getValue() / PER_MILLE);
      }
    }
  }

  private static void requireBytes(String part, int bytes, int most) {
    if (bytes > most) {
      throw SocietyException.wrong(
          "l1_budget_exceeded",
          "%s has %d bytes, more than the %d that it may have".formatted(part, bytes, most),
          "put the rest into an item:  sbp memory add --type note TEXT");
    }
  }

  private static int bytes(JsonObject json) {
    return json.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the texts of a list of the active part, such as {@code blockers}. */
  static List<String> active(JsonObject text, String name) {
    return text.object("active")
        .flatMap(active -> active.array(name))
        .flatMap(JsonArray::strings)
        .orElse(List.of());
  }
}
