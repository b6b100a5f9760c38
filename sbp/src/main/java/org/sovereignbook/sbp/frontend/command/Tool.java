package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declaration of a subcommand as a tool for models ({@code sbp mcp}). Its options and parameters
 * become the arguments, its document the result; its name is its words, joined with {@code _}.
 * Options and parameters that name files are left out. {@link AgentAccess} says who may use it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /**
   * Text that a model reads before it calls: what the tool does, when to use it, what comes back,
   * what to do next. It knows nothing of the command line.
   */
  String text();

  /** The group of tools to which it belongs. */
  Toolset set();

  /** Where it is listed before anybody searches. */
  Listed listed() default Listed.ON_SEARCH;

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

  /** The lists of tools that hold a tool from the start. */
  enum Listed {
    /** The lists of agents and of the owner. */
    FOR_ALL,
    /** The owner's list. */
    FOR_OWNER,
    /** None: it is found by a search, or by choosing its {@link Toolset}. */
    ON_SEARCH
  }

  /** Whether the list holds the schema of its result, because further calls are made of that. */
  boolean typed() default false;

  /** Whether it may undo or overwrite what is there. */
  boolean destroys() default false;

  /** Whether a second call with the same arguments changes nothing more. */
  boolean repeats() default false;

  /** Whether it speaks with others than this node. */
  boolean reachesOut() default false;

  /** Options that are for people only. */
  String[] without() default {};
}
