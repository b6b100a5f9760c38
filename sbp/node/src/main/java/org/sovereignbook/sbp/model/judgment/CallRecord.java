package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/** Line of {@code operational/llm-ledger.jsonl}; its member {@code event} names the variant. */
sealed interface CallRecord {
  Timestamp time();

  String component();

  String backend();

  /**
   * Line before a call.
   *
   * @param tokens the most tokens that the call may use
   * @param costUsd the most that the call may cost
   * @param strangers whether the call is made for a principal that the node has not chosen
   * @param causes the principals for whom it is made, each with its part in thousandths
   * @param beyondTokens the part of the tokens beyond the limit that the backend was given, which
   *     it might use all the same
   * @param beyondUsd the part of the cost beyond the limit that the backend was given
   */
  record Reserved(
      Timestamp time,
      String component,
      String backend,
      String id,
      long tokens,
      Optional<BigDecimal> costUsd,
      Optional<Boolean> strangers,
      Optional<Map<String, Integer>> causes,
      Optional<Long> beyondTokens,
      Optional<BigDecimal> beyondUsd)
      implements CallRecord {
    public Reserved {
      requireSane(Stream.of(Optional.of(tokens), beyondTokens), Stream.of(costUsd, beyondUsd));
    }

    static Reserved of(
        Timestamp now,
        String component,
        String backend,
        String id,
        CallSize.Estimate most,
        CallCauses causes) {
      return new Reserved(
          now,
          component,
          backend,
          id,
          most.tokens(),
          most.costUsd(),
          causes.strangers().isEmpty() ? Optional.empty() : Optional.of(true),
          Optional.<Map<String, Integer>>of(causes.permille()).filter(some -> !some.isEmpty()),
          Optional.of(most.beyondTokens()).filter(some -> some > 0),
          Optional.of(most.beyondUsd()).filter(some -> some.signum() > 0));
    }

    /** Returns the line after this call, with its usage as far as it is known. */
    Settled settled(
        Timestamp now, End end, LlmUsage usage, Duration duration, Optional<Duration> retryAfter) {
      return new Settled(
          now,
          component,
          backend,
          id,
          end,
          usage.model(),
          boxed(usage.inputTokens()),
          boxed(usage.outputTokens()),
          usage.costUsd(),
          Optional.of(duration.toMillis()),
          retryAfter.map(Duration::toSeconds));
    }

    private static Optional<Long> boxed(OptionalLong number) {
      return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    @Override
    public int permilleFor(String principal) {
      return causes.map(all -> Math.max(0, all.getOrDefault(principal, 0))).orElse(0);
    }

    @Override
    public boolean isForStrangers() {
      return strangers.orElse(false);
    }

    @Override
    public Map<String, Integer> parts() {
      Map<String, Integer> parts = new TreeMap<>(causes.orElseGet(Map::of));
      parts.values().removeIf(permille -> permille <= 0);
      return parts.isEmpty() ? CallRecord.super.parts() : parts;
    }
  }

  /**
   * Line after a call.
   *
   * @param retryAfterSeconds the pause that the provider has asked for
   */
  record Settled(
      Timestamp time,
      String component,
      String backend,
      String id,
      End outcome,
      Optional<String> model,
      Optional<Long> inputTokens,
      Optional<Long> outputTokens,
      Optional<BigDecimal> costUsd,
      Optional<Long> durationMs,
      Optional<Long> retryAfterSeconds)
      implements CallRecord {
    public Settled {
      requireSane(Stream.of(inputTokens, outputTokens, retryAfterSeconds), Stream.of(costUsd));
    }

    /** Returns all tokens, when they were reported. */
    Optional<Long> usedTokens() {
      return inputTokens.flatMap(
          input -> outputTokens.map(output -> CallLedger.saturated(input, output)));
    }

    /**
     * Returns whether no provider was called, since the operator has to correct the setup first.
     */
    boolean reachedNoProvider() {
      return outcome == End.SETUP
          && model.isEmpty()
          && inputTokens.isEmpty()
          && outputTokens.isEmpty()
          && costUsd.isEmpty();
    }
  }

  /**
   * Line of a run that made no call; written once for each reason and its end.
   *
   * @param reason why no call was made
   */
  record Waiting(Timestamp time, String component, String backend, String reason, Timestamp until)
      implements CallRecord {
    /** Prefix of the reason when a share is used up; the principal follows. */
    private static final String SHARE = "share:";

    /** Returns the reason that the share of a principal is too small for a call. */
    static String shareOf(String principal) {
      return SHARE + principal;
    }

    /** Returns whether both waits have the same reason and end, in any component. */
    boolean isAs(Waiting other) {
      return backend.equals(other.backend)
          && reason.equals(other.reason)
          && until.equals(other.until);
    }

    /** Returns the principal whose share of the day was too small for a call. */
    Optional<String> share() {
      return Optional.of(reason)
          .filter(why -> why.startsWith(SHARE))
          .map(why -> why.substring(SHARE.length()));
    }
  }

  /** Outcome of a call. */
  enum End {
    /** The answer was used. */
    ANSWERED,
    /** The answer could not be used, or there was none because the prompt was refused. */
    UNUSABLE,
    /** The provider failed; after several failures in a row the backend is paused. */
    FAILED,
    /** The operator has to correct something. */
    SETUP,
    /** The run was interrupted. */
    INTERRUPTED;

    /** Returns whether the outcome says something about the provider. */
    boolean isOfProvider() {
      return this != SETUP && this != INTERRUPTED;
    }

    static End of(LlmException.Kind kind) {
      return switch (kind) {
        case PROVIDER -> FAILED;
        case ANSWER, PROMPT, OVERFLOW -> UNUSABLE;
        case SETUP -> SETUP;
        case CANCELLED -> INTERRUPTED;
      };
    }
  }

  /** Kind of a line, as it is written. */
  enum CallEvent {
    RESERVED(Reserved.class),
    SETTLED(Settled.class),
    HELD(Waiting.class);

    private final Class<? extends Record> variant;

    <R extends Record & CallRecord> CallEvent(Class<R> variant) {
      this.variant = variant;
    }

    static CallEvent of(CallRecord line) {
      return Stream.of(values())
          .filter(event -> event.variant.isInstance(line))
          .findFirst()
          .orElseThrow();
    }
  }

  /** A line with its kind. */
  record Line(CallEvent event, @Shape.Inline Record call) {}

  /** A line's kind alone. */
  record Kind(CallEvent event) {}

  private static void requireSane(
      Stream<Optional<Long>> numbers, Stream<Optional<BigDecimal>> costs) {
    // A negative number would return usage that other calls have had.
    if (numbers.anyMatch(number -> number.orElse(0L) < 0)
        || !costs.flatMap(Optional::stream).allMatch(LlmUsage::isSane)) {
      throw new IllegalArgumentException("a line of the ledger has a number out of its range");
    }
  }

  /** Parses a line; empty when it is unreadable, such as one torn by a crash. */
  static Optional<CallRecord> parse(String text) {
    try {
      if (!(JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json)) {
        return Optional.empty();
      }
      CallEvent event = Shape.of(Kind.class).read(json).event();
      boolean isComplete = event != CallEvent.RESERVED || json.integer("tokens").isPresent();
      return isComplete
          ? Optional.of((CallRecord) Shape.of(event.variant).read(json))
          : Optional.empty();
    } catch (MalformedJson | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  default String text() {
    return JsonWriter.compact(Shape.write(new Line(CallEvent.of(this), (Record) this))) + "\n";
  }

  /** Returns the part that was made for a principal, in thousandths. */
  default int permilleFor(String principal) {
    return 0;
  }

  default boolean isForStrangers() {
    return false;
  }

  /**
   * Returns the principals for whom the call was made, with their thousandths; the node itself when
   * there are none.
   */
  default Map<String, Integer> parts() {
    return Map.of(Costs.ITSELF, 1_000);
  }

  default boolean isFor(String cause) {
    return cause.equals(CallCauses.STRANGERS) ? isForStrangers() : permilleFor(cause) > 0;
  }
}
