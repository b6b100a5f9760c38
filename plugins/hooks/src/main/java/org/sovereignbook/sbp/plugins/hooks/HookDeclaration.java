package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Config;

/**
 * The operator's declaration of a hook (NEXUS-AGENT-SYSTEM, hooks): its triggers, rights and
 * limits.
 *
 * @param description for people
 * @param mode a {@code one-shot} hook ends after it has fired
 * @param plugin the hot hook of a plugin, instead of a script
 * @param config passed to the script unchanged
 * @param tools the tools that it and its answer may use; a name may end in {@code *} as a wildcard
 * @param catchUp the treatment of slots that passed while the program was not running
 * @param catchUpLimit most slots to catch up, with {@code all}
 * @param gate whether other hooks get the event only if this one has fired
 * @param model whether it may call a model, with a longer time limit
 * @param ledger whether it gets a copy of the ledger to read
 * @param perHour most runs within an hour
 * @param credentials names of environment variables that it gets if the policies allow it
 */
public record HookDeclaration(
    Optional<String> description,
    Optional<HookMode> mode,
    Optional<String> plugin,
    HookTriggers triggers,
    Optional<JsonObject> config,
    Optional<List<String>> tools,
    Optional<CatchUp> catchUp,
    Optional<Integer> catchUpLimit,
    Optional<Boolean> gate,
    Optional<Boolean> model,
    Optional<Boolean> ledger,
    Optional<Integer> perHour,
    Optional<List<String>> credentials) {
  private static final int MAX_DESCRIPTION_CHARACTERS = 200;
  private static final int MAX_CATCH_UP = 1_000;
  private static final int USUAL_CATCH_UP = 24;
  private static final int MAX_PER_HOUR = 10_000;
  private static final int USUAL_PER_HOUR = 600;

  private static final Pattern CREDENTIAL =
      Pattern.compile("(?!SBP_|PATH$|LD_)[A-Za-z_][A-Za-z0-9_]{0,127}");

  /** Whether a hook stays after it has fired. */
  public enum HookMode {
    PERSISTENT,
    ONE_SHOT;

    @Override
    public String toString() {
      return this == ONE_SHOT ? "one-shot" : "persistent";
    }
  }

  /** Treatment of slots that passed while the program was not running. */
  public enum CatchUp {
    /** The newest slot runs; the others are logged as skipped. */
    ONCE,
    /** All slots are logged as skipped. */
    NONE,
    /** All slots run, oldest first, within the limit. */
    ALL
  }

  public HookDeclaration {
    require(
        description.orElse("").length() <= MAX_DESCRIPTION_CHARACTERS,
        "the description has more than " + MAX_DESCRIPTION_CHARACTERS + " characters");
    require(
        catchUpLimit.orElse(1) >= 1 && catchUpLimit.orElse(1) <= MAX_CATCH_UP,
        "catch_up_limit is from 1 to " + MAX_CATCH_UP);
    require(
        perHour.orElse(1) >= 1 && perHour.orElse(1) <= MAX_PER_HOUR,
        "per_hour is from 1 to " + MAX_PER_HOUR);
    require(
        triggers.slots().isEmpty() || !gate.orElse(false),
        "a gate is asked about events that come; it has no cron and no interval");
    Globs _ = new Globs(tools.orElse(List.of()));
    require(
        credentials.orElse(List.of()).stream().allMatch(name -> CREDENTIAL.matcher(name).matches()),
        "credentials are names of environment variables, none of which begins with SBP_");
  }

  static void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Reads a declaration from JSON. */
  static HookDeclaration of(JsonObject json) {
    return Shape.of(HookDeclaration.class).readExactly(json);
  }

  /** Returns the declaration as stored in the ledger. */
  JsonObject json() {
    return Shape.write(this);
  }

  /** Returns the kinds of events that it waits for, or their first words. */
  List<String> eventTypes() {
    return triggers.event().map(wanted -> texts(wanted.types(), "types")).orElse(List.of());
  }

  boolean isOneShot() {
    return mode.filter(HookMode.ONE_SHOT::equals).isPresent();
  }

  boolean isGate() {
    return gate.orElse(false);
  }

  boolean mayAsk() {
    return model.orElse(false);
  }

  boolean wantsLedger() {
    return ledger.orElse(false);
  }

  CatchUp catchesUp() {
    return catchUp.orElse(CatchUp.ONCE);
  }

  int mostCaughtUp() {
    return catchUpLimit.orElse(USUAL_CATCH_UP);
  }

  int mostPerHour() {
    return perHour.orElse(USUAL_PER_HOUR);
  }

  /** Returns the tools that it may use. */
  Globs globs() {
    return new Globs(tools.orElse(List.of()));
  }

  /** Returns the names of the environment variables that it wants. */
  List<String> secrets() {
    return credentials.orElse(List.of());
  }

  JsonObject settings() {
    return config.orElseGet(JsonObject::empty);
  }

  /** Returns the time limit of a run. */
  Duration limit(Config config) {
    return Duration.ofSeconds(
        config.get(mayAsk() ? HooksSettings.MODEL_RUN_SECONDS : HooksSettings.RUN_SECONDS));
  }

  /** Reads a text, or a list of texts. */
  static List<String> texts(Optional<JsonValue> oneOrMore, String key) {
    if (oneOrMore.isEmpty()) {
      return List.of();
    }
    if (oneOrMore.get() instanceof JsonString(String text)) {
      return List.of(text);
    }
    return Optional.of(oneOrMore.get())
        .filter(JsonArray.class::isInstance)
        .flatMap(list -> ((JsonArray) list).strings())
        .orElseThrow(() -> new IllegalArgumentException(key + " is a text or a list of texts"));
  }
}
