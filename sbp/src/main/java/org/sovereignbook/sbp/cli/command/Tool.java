package org.sovereignbook.sbp.cli.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a subcommand a tool for models, too ({@code sbp mcp}): its options and parameters become
 * the arguments, its {@code --json} document the result; it is called by its words, joined with
 * {@code _}. What names a file is left out: a model reads and writes files by itself, or not at
 * all.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /** Whether it changes nothing at all. */
  boolean reads();

  /** Whose text it shows. Without a default: a tool that does not say it is not compiled. */
  Text shows();

  /** Whose text a tool shows. */
  enum Text {
    /** None that others have written: of the caller's own, and of the node. */
    OWN,
    /** Also text of others, so that it bounds the caller whoever wrote it. */
    OTHERS
  }

  /** Whether it may undo or overwrite what is there. */
  boolean destroys() default false;

  /** Whether a second call with the same arguments changes nothing more. */
  boolean repeats() default false;

  /** Whether it speaks with others than this node. */
  boolean reachesOut() default false;

  /** Options that are for people only. */
  String[] without() default {};
}
