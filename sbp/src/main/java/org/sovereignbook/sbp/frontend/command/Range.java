package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * The whole numbers that an option or parameter accepts, declared on its field by {@link Of}.
 * Checked before the command runs; shown in its help, in {@code sbp commands --json}, and in the
 * schema of its tool.
 *
 * @param max {@link Long#MAX_VALUE} when there is no largest one
 */
public record Range(long min, long max) {
  /** Declares the range. */
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Of {
    long min();

    long max() default Long.MAX_VALUE;
  }

  /** Returns the range declared on the field of an option. */
  public static Optional<Range> of(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Of.class))
            .map(declared -> new Range(declared.min(), declared.max()))
        : Optional.empty();
  }

  /** Returns the largest number, if there is one. */
  public Optional<Long> maximum() {
    return Optional.of(max).filter(number -> number < Long.MAX_VALUE);
  }

  /** Returns whether the value is within the range, or no number. */
  public boolean holds(Object value) {
    return !(value instanceof Number number)
        || (number.longValue() >= min && number.longValue() <= max);
  }

  /** Returns the range in words, such as {@code 1 to 100}. */
  @Override
  public String toString() {
    return maximum().isEmpty() ? "from " + min : min + " to " + max;
  }
}
