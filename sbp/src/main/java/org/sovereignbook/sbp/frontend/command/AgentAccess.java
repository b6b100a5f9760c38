package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.sovereignbook.sbp.authority.access.DataAccess;

/**
 * Declaration of how far agents may use a command, as a tool of its name. Every {@link Tool} has
 * one. A command without it shows everything, so that only a caller with full data may use it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AgentAccess {
  /**
   * How much of what the node knows a caller must be allowed to see: none for a command that writes
   * or shows the caller's own things, restricted for what all agents of the node share, full for
   * what is private.
   */
  DataAccess data();

  /** Whether a new agent has it unless its capabilities say otherwise. */
  boolean usual() default false;

  /** Whether it speaks for the owner, or gives away rights, so that no stranger should have it. */
  boolean dangerous() default false;

  /**
   * Whether a caller deals by it with the very thing that it has in its hands: takes it up, gives
   * it back, or asks what it may do. Such a command is allowed whatever caused that thing.
   */
  boolean handling() default false;
}
