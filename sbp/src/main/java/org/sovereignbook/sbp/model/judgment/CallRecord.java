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
 * One line of {@code operational/llm-ledger.jsonl}, as it stands there.
 *
 * @param tokens what a call may use up at worst, when it is reserved
 * @param costUsd the same, and what it did cost, when it is settled
 * @param beyondTokens what of it the backend was not told that it may, but could take all the same
 * @param beyondUsd the same of the cost
 * @param retryAfterSeconds how long the provider wants to be left alone
 * @param reason why nobody was asked, when a run is held
 * @param strangers true of a call that is made for somebody whom the node has not chosen
 * @param causes for whom it is made, each with its part in thousandths
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

  /** Begins the reason of one that was held, before whose share it was. */
  static final String SHARE = "share:";

  /** What the line says. */
  enum CallEvent {
    /** A call will be made. */
    RESERVED,
    /** It has come to its end. */
    SETTLED,
    /** A run asked nobody; written once for each reason and its end. */
    HELD
  }

  /** What came of a call. */
  enum End {
    /** An answer that was used. */
    ANSWERED,
    /** An answer that could not be used, or none, since the prompt was refused. */
    UNUSABLE,
    /** The provider failed; several in a row and the backend rests. */
    FAILED,
    /** Something that the operator has to put right. */
    SETUP,
    /** The run was being ended. */
    INTERRUPTED;

    /** Whether it says anything about the provider. */
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
    // A negative number would give back what others have used up.
    boolean negative =
        Stream.of(tokens, inputTokens, outputTokens, retryAfterSeconds, beyondTokens)
            .anyMatch(number -> number.orElse(0L) < 0);
    boolean isSane =
        Stream.of(costUsd, beyondUsd).flatMap(Optional::stream).allMatch(LlmUsage::isSane);
    if (!complete || negative || !isSane) {
      throw new IllegalArgumentException("no line of the ledger");
    }
  }

  /** Written before a call. */
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

  /** Written after it: what this call did use up, as far as is known. */
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

  /** A run that asked nobody. */
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

  /** Reads a line; empty when it cannot be read, such as one that a crash tore. */
  static Optional<CallRecord> parse(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
          ? Optional.of(Shape.of(CallRecord.class).read(json))
          : Optional.empty();
    } catch (MalformedJson | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The line, with its end. */
  String text() {
    return JsonWriter.compact(Shape.write(this)) + "\n";
  }

  /** Whether both hold for the same reason and as long, whichever component ran into it. */
  boolean holdsAs(CallRecord other) {
    return event == CallEvent.HELD
        && backend.equals(other.backend)
        && reason.equals(other.reason)
        && until.equals(other.until);
  }

  /** The part that was made for a principal, in thousandths. */
  int permilleFor(String principal) {
    return causes.map(all -> Math.max(0, all.getOrDefault(principal, 0))).orElse(0);
  }

  /** For whom it was made, each by its thousandths. */
  Map<String, Integer> parts() {
    Map<String, Integer> parts = new TreeMap<>(causes.orElseGet(Map::of));
    parts.values().removeIf(permille -> permille <= 0);
    return parts.isEmpty() ? Map.of(Costs.ITSELF, 1_000) : parts;
  }

  /** Whose share of the day was too little for a call. */
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

  /** All tokens, if they were told. */
  Optional<Long> usedTokens() {
    return inputTokens.flatMap(
        input -> outputTokens.map(output -> CallLedger.saturated(input, output)));
  }

  /** Whether nobody was asked, since the operator has to put something right before. */
  boolean cameToNothing() {
    return outcome.equals(Optional.of(End.SETUP))
        && model.isEmpty()
        && inputTokens.isEmpty()
        && outputTokens.isEmpty()
        && costUsd.isEmpty();
  }
}
