package org.sovereignbook.sbp.model.llm;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A backend gave no usable answer; the message says why and what the operator can do. */
public final class LlmException extends Exception {
  private static final long serialVersionUID = 1;

  /** Phrases by which providers say that a prompt is too long or refused for its content. */
  private static final Pattern ABOUT_PROMPT =
      Pattern.compile(
          "(?i)context[ _-]?(length|window|size)|too (long|large|many tokens)"
              + "|(token|input|prompt|maximum)[^.]{0,60}exceed|exceed[^.]{0,60}(token|context|maximum)|content["
              + " _-]?(policy|filter|management)|invalid[ _-]prompt|safety");

  /** Party that can correct the failure. */
  public enum Kind {
    /**
     * The provider, by itself: outage, rate limit, time-out. Three in a row and it is given rest.
     */
    PROVIDER,
    /** The model, when it is told what was wrong with its answer. */
    ANSWER,
    /**
     * The author of the prompt: it is too long, or refused for its content; another prompt may
     * work.
     */
    PROMPT,
    /** The operator: a missing program, a wrong key, a wrong setting. */
    SETUP
  }

  private final Kind kind;
  private final transient LlmUsage usage;
  private final @Nullable Duration retryAfter;

  public LlmException(Kind kind, String message) {
    this(kind, message, null, LlmUsage.unknown(), null);
  }

  public LlmException(Kind kind, String message, Throwable cause) {
    this(kind, message, cause, LlmUsage.unknown(), null);
  }

  private LlmException(
      Kind kind,
      String message,
      @Nullable Throwable cause,
      LlmUsage usage,
      @Nullable Duration retryAfter) {
    super(message, cause);
    this.kind = kind;
    this.usage = usage;
    this.retryAfter = retryAfter;
  }

  /** An outage, a limit or a time-out. */
  public static LlmException provider(String message) {
    return new LlmException(Kind.PROVIDER, message);
  }

  /** An answer that cannot be used. */
  public static LlmException answer(String message) {
    return new LlmException(Kind.ANSWER, message);
  }

  /** A prompt that is refused, so that the same one would be again. */
  public static LlmException prompt(String message) {
    return new LlmException(Kind.PROMPT, message);
  }

  /** A request that is refused: by its words for the prompt's sake, or for the operator's. */
  public static LlmException refused(String message) {
    return ABOUT_PROMPT.matcher(message).find() ? prompt(message) : setup(message);
  }

  /** Something that the operator has to put right. */
  public static LlmException setup(String message) {
    return new LlmException(Kind.SETUP, message);
  }

  /** Returns a copy for a call with this usage. */
  public LlmException withUsage(LlmUsage used) {
    return new LlmException(kind, text(), getCause(), used, retryAfter);
  }

  /** Returns a copy with the delay that the provider has asked for. */
  public LlmException withRetryAfter(Duration delay) {
    return new LlmException(kind, text(), getCause(), usage, delay);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the usage of the failed call. */
  public LlmUsage usage() {
    return usage;
  }

  /** Returns the delay before the next call that the provider has asked for. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  private String text() {
    return String.valueOf(getMessage());
  }
}
