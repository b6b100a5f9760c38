package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Examples of a subcommand for its help and {@code sbp commands}. Without this annotation an
 * example is made from its required arguments.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Example {
  /** Whole command lines; each must parse. */
  String[] value();
}
