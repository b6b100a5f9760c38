package org.sovereignbook.sbp.society.hooks;

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
 * What the operator says of a hook (NEXUS-AGENT-SYSTEM, hooks): when it is due, what it may do, and
 * how much.
 *
 * @param description for people
 * @param mode a hook that is {@code one-shot} ends when it has fired once
 * @param plugin the hot hook of a plugin, in the place of a script
 * @param config given to the script as it is
 * @param tools what it may do, by itself and by its answer: names of tools, {@code *} at the end of
 *     one for all that begin so
 * @param catchUp what becomes of slots that passed while nothing ran
 * @param catchUpLimit how many slots are caught up at most, with {@code all}
 * @param gate whether events go on to other hooks only when this one has fired
 * @param model whether it may ask a model, and has more time
 * @param ledger whether it is given a copy of the ledger to read
 * @param perHour how often it runs within an hour at most
 * @param credentials names of environment variables that it gets, if the policies let it
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

  /** Whether a hook stays. */
  public enum HookMode {
    PERSISTENT,
    ONE_SHOT;

    @Override
    public String toString() {
      return this == ONE_SHOT ? "one-shot" : "persistent";
    }
  }

  /** What becomes of slots that passed while nothing ran. */
  public enum CatchUp {
    /** The newest runs, the others are logged as skipped. */
    ONCE,
    /** All are logged as skipped. */
    NONE,
    /** Each runs, the oldest first, within the limit. */
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

  /** From what is written, keys and all. */
  static HookDeclaration of(JsonObject json) {
    return Shape.of(HookDeclaration.class).readExactly(json);
  }

  /** As the ledger keeps it. */
  JsonObject json() {
    return Shape.write(this);
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

  /** What it may do at most. */
  Globs globs() {
    return new Globs(tools.orElse(List.of()));
  }

  /** The environment variables that it wants. */
  List<String> secrets() {
    return credentials.orElse(List.of());
  }

  JsonObject settings() {
    return config.orElseGet(JsonObject::empty);
  }

  /** How long a run may take. */
  Duration limit(Config config) {
    return Duration.ofSeconds(
        config.get(mayAsk() ? HooksSettings.MODEL_RUN_SECONDS : HooksSettings.RUN_SECONDS));
  }

  /** One text, or a list of texts. */
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
