package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The meaning of an exit code that is special to one subcommand; see Contract. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Exit.All.class)
public @interface Exit {
  /** The meaning of BUSY for a command that holds the node's lock. */
  String NODE_HELD = "another step held the node for longer than this waits; nothing changed";

  ExitCode code();

  String means();

  /** Container for repeated annotations, required by Java. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    Exit[] value();
  }
}
