package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Which whole numbers an option or parameter takes, as its field says by {@link Of}: checked before
 * the command runs, told by its help page, by {@code sbp commands --json}, and by the schema of the
 * tool that it is.
 *
 * @param max {@link Long#MAX_VALUE} when there is no largest one
 */
public record Range(long min, long max) {
  /** Declares it. */
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Of {
    long min();

    long max() default Long.MAX_VALUE;
  }

  /** What the field of an option declares. */
  public static Optional<Range> of(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Of.class))
            .map(declared -> new Range(declared.min(), declared.max()))
        : Optional.empty();
  }

  /** The largest one, if there is one. */
  public Optional<Long> maximum() {
    return Optional.of(max).filter(number -> number < Long.MAX_VALUE);
  }

  /** Whether the value is no number, or one of these. */
  public boolean holds(Object value) {
    return !(value instanceof Number number)
        || (number.longValue() >= min && number.longValue() <= max);
  }

  /** Such as {@code 1 to 100}. */
  @Override
  public String toString() {
    return maximum().isEmpty() ? "from " + min : min + " to " + max;
  }
}
