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

/**
 * Line of {@code operational/llm-ledger.jsonl}.
 *
 * @param tokens the most tokens that the call may use, when it is reserved
 * @param costUsd the most that the call may cost, when it is reserved; its cost, when it is settled
 * @param beyondTokens the part of the tokens beyond the limit that the backend was given, which it
 *     might use all the same
 * @param beyondUsd the part of the cost beyond the limit that the backend was given
 * @param retryAfterSeconds the pause that the provider has asked for
 * @param reason why no call was made, when a run waits
 * @param strangers whether the call is made for a principal that the node has not chosen
 * @param causes the principals for whom it is made, each with its part in thousandths
 */
record CallRecord(
    CallEvent event,
    Timestamp time,
    String component,
    String backend,
    Optional<String> id,
    Optional<Long> tokens,
    Optional<End> outcome,
    Optional<String> model,
    Optional<Long> inputTokens,
    Optional<Long> outputTokens,
    Optional<BigDecimal> costUsd,
    Optional<Long> durationMs,
    Optional<Long> retryAfterSeconds,
    Optional<String> reason,
    Optional<Timestamp> until,
    Optional<Boolean> strangers,
    Optional<Map<String, Integer>> causes,
    Optional<Long> beyondTokens,
    Optional<BigDecimal> beyondUsd) {

  /** Prefix of the reason when a share is used up; the principal follows. */
  static final String SHARE = "share:";

  /** Kind of a line. */
  enum CallEvent {
    /** A call is about to be made. */
    RESERVED,
    /** The call has ended. */
    SETTLED,
    /** A run made no call; written once for each reason and its end. */
    HELD
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
        case ANSWER, PROMPT -> UNUSABLE;
        case SETUP -> SETUP;
      };
    }
  }

  CallRecord {
    boolean complete =
        switch (event) {
          case RESERVED -> id.isPresent() && tokens.isPresent();
          case SETTLED -> id.isPresent() && outcome.isPresent();
          case HELD -> reason.isPresent() && until.isPresent();
        };
    // A negative number would return usage that other calls have had.
    boolean negative =
        Stream.of(tokens, inputTokens, outputTokens, retryAfterSeconds, beyondTokens)
            .anyMatch(number -> number.orElse(0L) < 0);
    boolean isSane =
        Stream.of(costUsd, beyondUsd).flatMap(Optional::stream).allMatch(LlmUsage::isSane);
    if (!complete || negative || !isSane) {
      throw new IllegalArgumentException("no line of the ledger");
    }
  }

  /** Returns the line before a call. */
  static CallRecord reserved(
      Timestamp now,
      String component,
      String backend,
      String id,
      CallSize.Estimate most,
      CallCauses causes) {
    return new CallRecord(
        CallEvent.RESERVED,
        now,
        component,
        backend,
        Optional.of(id),
        Optional.of(most.tokens()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        most.costUsd(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        causes.strangers().isEmpty() ? Optional.empty() : Optional.of(true),
        Optional.<Map<String, Integer>>of(causes.permille()).filter(some -> !some.isEmpty()),
        Optional.of(most.beyondTokens()).filter(some -> some > 0),
        Optional.of(most.beyondUsd()).filter(some -> some.signum() > 0));
  }

  /** Returns the line after a call, with its usage as far as it is known. */
  CallRecord settled(
      Timestamp now, End end, LlmUsage usage, Duration duration, Optional<Duration> retryAfter) {
    return new CallRecord(
        CallEvent.SETTLED,
        now,
        component,
        backend,
        id,
        Optional.empty(),
        Optional.of(end),
        usage.model(),
        boxed(usage.inputTokens()),
        boxed(usage.outputTokens()),
        usage.costUsd(),
        Optional.of(duration.toMillis()),
        retryAfter.map(Duration::toSeconds),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the line of a run that made no call. */
  static CallRecord held(
      Timestamp now, String component, String backend, String reason, Timestamp until) {
    return new CallRecord(
        CallEvent.HELD,
        now,
        component,
        backend,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(reason),
        Optional.of(until),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<Long> boxed(OptionalLong number) {
    return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
  }

  /** Parses a line; empty when it is unreadable, such as one torn by a crash. */
  static Optional<CallRecord> parse(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
          ? Optional.of(Shape.of(CallRecord.class).read(json))
          : Optional.empty();
    } catch (MalformedJson | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  String text() {
    return JsonWriter.compact(Shape.write(this)) + "\n";
  }

  /** Returns whether both waits have the same reason and end, in any component. */
  boolean holdsAs(CallRecord other) {
    return event == CallEvent.HELD
        && backend.equals(other.backend)
        && reason.equals(other.reason)
        && until.equals(other.until);
  }

  /** Returns the part that was made for a principal, in thousandths. */
  int permilleFor(String principal) {
    return causes.map(all -> Math.max(0, all.getOrDefault(principal, 0))).orElse(0);
  }

  /**
   * Returns the principals for whom the call was made, with their thousandths; the node itself when
   * there are none.
   */
  Map<String, Integer> parts() {
    Map<String, Integer> parts = new TreeMap<>(causes.orElseGet(Map::of));
    parts.values().removeIf(permille -> permille <= 0);
    return parts.isEmpty() ? Map.of(Costs.ITSELF, 1_000) : parts;
  }

  /** Returns the principal whose share of the day was too small for a call. */
  Optional<String> heldShare() {
    return reason
        .filter(_ -> event == CallEvent.HELD)
        .filter(why -> why.startsWith(SHARE))
        .map(why -> why.substring(SHARE.length()));
  }

  boolean isFor(String cause) {
    return cause.equals(CallCauses.STRANGERS) ? isForStrangers() : permilleFor(cause) > 0;
  }

  boolean isForStrangers() {
    return strangers.orElse(false);
  }

  /** Returns all tokens, when they were reported. */
  Optional<Long> usedTokens() {
    return inputTokens.flatMap(
        input -> outputTokens.map(output -> CallLedger.saturated(input, output)));
  }

  /** Returns whether no provider was called, since the operator has to correct the setup first. */
  boolean reachedNoProvider() {
    return outcome.equals(Optional.of(End.SETUP))
        && model.isEmpty()
        && inputTokens.isEmpty()
        && outputTokens.isEmpty()
        && costUsd.isEmpty();
  }
}
