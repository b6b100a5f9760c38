package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A subcommand in use, as help and {@code sbp commands} show it. One that has none is shown with
 * what it must be given.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Example {
  /** Whole command lines, each of which the program understands. */
  String[] value();
}
