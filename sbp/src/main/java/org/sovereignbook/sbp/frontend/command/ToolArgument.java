package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Declaration of an option or parameter as an argument of the command's tool, where it differs from
 * the command line.
 *
 * @param name the name in the tool's schema; empty for its own name in lower case
 * @param also other names that are accepted
 * @param text the description for models; empty for that of the command line
 * @param isObject whether a JSON object is given, which the command reads as text
 * @param required whether a model must give it, which a person may give in another way
 */
public record ToolArgument(
    Optional<String> name,
    List<String> also,
    Optional<String> text,
    boolean isObject,
    boolean required) {
  /** Declares the argument. */
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Of {
    String name() default "";

    String[] also() default {};

    String text() default "";

    boolean isObject() default false;

    boolean required() default false;
  }

  public ToolArgument {
    also = List.copyOf(also);
  }

  /** Returns the declaration of an option's or parameter's field. */
  public static Optional<ToolArgument> of(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Of.class)).map(ToolArgument::of)
        : Optional.empty();
  }

  private static ToolArgument of(Of declared) {
    return new ToolArgument(
        given(declared.name()),
        List.of(declared.also()),
        given(declared.text()),
        declared.isObject(),
        declared.required());
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(it -> !it.isEmpty());
  }
}
