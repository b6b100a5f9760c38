package org.sovereignbook.sbp.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Name of an option or parameter as an argument of the tool that its command is, where that is not
 * its own name in lower case.
 *
 * @param name the name that the tool's schema shows
 * @param also other names that are accepted
 * @param isObject whether a JSON object is given, which the command reads as text
 */
public record ToolArgument(String name, List<String> also, boolean isObject) {
  /** Declares it. */
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Of {
    String name();

    String[] also() default {};

    boolean isObject() default false;
  }

  public ToolArgument {
    also = List.copyOf(also);
  }

  /** Returns the declaration of an option's or parameter's field. */
  public static Optional<ToolArgument> of(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Of.class))
            .map(it -> new ToolArgument(it.name(), List.of(it.also()), it.isObject()))
        : Optional.empty();
  }
}
