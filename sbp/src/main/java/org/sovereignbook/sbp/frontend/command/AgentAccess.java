package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.sovereignbook.sbp.authority.access.DataAccess;

/**
 * Declaration of an agent's access to a command, as a tool of its name. Every {@link Tool} has one.
 * A command without it requires a caller with full access to data.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AgentAccess {
  /**
   * The least access to the node's data that a caller needs: none for a command that writes or
   * shows the caller's own items, restricted for data shared by all agents of the node, full for
   * private data.
   */
  DataAccess data();

  /** Whether a new agent has the tool by default, without capabilities of its own. */
  boolean usual() default false;

  /** Whether it acts for the owner, or gives away rights, so that no stranger should have it. */
  boolean dangerous() default false;

  /**
   * Whether it handles the caller's present work: takes it up, gives it back, or asks for its
   * rights. Such a command is allowed whatever caused that work.
   */
  boolean handling() default false;

  /**
   * Whether it reads memory, or writes the caller's own. Such a command is allowed whatever caused
   * the caller's present work, within the caller's own memory: what it writes carries the causes.
   */
  boolean own() default false;
}
