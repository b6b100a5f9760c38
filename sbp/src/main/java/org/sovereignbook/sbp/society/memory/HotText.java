package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Returns a given text without what others decide: the chain, and what is shown only. */
  static JsonObject own(JsonObject given) {
    JsonObject own = given.without("version", "updated_at");
    Optional<JsonObject> agent = own.object(AGENT);
    if (agent.isPresent()) {
      own = own.with(AGENT, withProgress(agent.get().without(SHOWN_ONLY)));
    }
    Optional<JsonObject> ephemeral = own.object(EPHEMERAL);
    return ephemeral.isPresent()
        ? own.with(
            EPHEMERAL,
            ephemeral
                .get()
                .without(INTEGRITY, "session_count", "current_session_start", "last_session_end"))
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
          "validation_failed", "validation_failed: " + e.in("the hot context"));
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
