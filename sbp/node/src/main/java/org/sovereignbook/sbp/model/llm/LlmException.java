package org.sovereignbook.sbp.model.llm;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Failure of a backend to give a usable answer; the message states the reason and the remedy. */
public final class LlmException extends Exception {
  private static final long serialVersionUID = 1;

  /** Phrases by which providers say that a prompt is too long. */
  private static final Pattern TOO_LONG =
      Pattern.compile(
          "(?i)context[ _-]?(length|window|size)|too (long|large|many tokens)"
              + "|(token|input|prompt|maximum)[^.]{0,60}exceed"
              + "|exceed[^.]{0,60}(token|context|maximum)");

  /** Phrases by which providers refuse a prompt for its content. */
  private static final Pattern ABOUT_CONTENT =
      Pattern.compile("(?i)content[ _-]?(policy|filter|management)|invalid[ _-]prompt|safety");

  /** Party that can correct the failure. */
  public enum Kind {
    /** The provider, by itself: outage, rate limit, time-out. After three in a row it is paused. */
    PROVIDER,
    /** The model, when it is told what was wrong with its answer. */
    ANSWER,
    /** The author of the prompt: it is refused for its content; another prompt may work. */
    PROMPT,
    /** The author of the prompt: it is too long; a shorter prompt may work. */
    OVERFLOW,
    /** The operator: a missing program, a wrong key, a wrong setting. */
    SETUP,
    /** Nobody: the caller has cancelled the call. */
    CANCELLED
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

  /** Returns a failure of the provider: an outage, a limit or a time-out. */
  public static LlmException provider(String message) {
    return new LlmException(Kind.PROVIDER, message);
  }

  /** Returns a failure for an unusable answer. */
  public static LlmException answer(String message) {
    return new LlmException(Kind.ANSWER, message);
  }

  /** Returns a failure for a refused prompt, which would be refused again. */
  public static LlmException prompt(String message) {
    return new LlmException(Kind.PROMPT, message);
  }

  /**
   * Returns a failure for a refused request: the message decides whether the prompt's length, its
   * content or the setup is the cause.
   */
  public static LlmException refused(String message) {
    if (TOO_LONG.matcher(message).find()) {
      return overflow(message);
    }
    return ABOUT_CONTENT.matcher(message).find() ? prompt(message) : setup(message);
  }

  /** Returns a failure for a prompt that is longer than the model's context. */
  public static LlmException overflow(String message) {
    return new LlmException(Kind.OVERFLOW, message);
  }

  /** Returns the failure of a call that its caller has cancelled. */
  public static LlmException cancelled() {
    return new LlmException(Kind.CANCELLED, "the call was cancelled");
  }

  /** Returns a failure that the operator has to correct. */
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

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
