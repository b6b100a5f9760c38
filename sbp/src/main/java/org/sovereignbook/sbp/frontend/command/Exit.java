package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What an exit code means for one subcommand, where it is more than usual; see Contract. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Exit.All.class)
public @interface Exit {
  /** The meaning of BUSY for what takes the node for itself. */
  String NODE_HELD = "another step held the node for longer than this waits; nothing changed";

  ExitCode code();

  String means();

  /** What Java puts several of them into. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    Exit[] value();
  }
}
