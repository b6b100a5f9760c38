package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declaration of a subcommand as a tool for models ({@code sbp mcp}). Its options and parameters
 * become the arguments, its document the result. Options and parameters that name files are left
 * out. {@link AgentAccess} declares its access.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /**
   * The text for the model, beside each {@link Tool}: what the tool does, when to use it, what it
   * returns, what to do next. Without any reference to the command line.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Says {
    String value();
  }

  /** The tool's name, where it is not the words of the command, joined with {@code _}. */
  String name() default "";

  /**
   * The text member of its document that is the whole answer for models; empty where models read
   * the document. An error's answer is its message then.
   */
  String plain() default "";

  /** The group of tools to which it belongs. */
  Toolset set();

  /** The lists in which it is from the start. */
  Listed listed() default Listed.ON_SEARCH;

  /** Whether it changes nothing at all. */
  boolean reads() default false;

  /**
   * The authors of the text that it shows. Without a default, so that every tool must declare it.
   */
  Text shows();

  /** The authors of the text that a tool shows. */
  enum Text {
    /** Only the caller and the node. */
    OWN,
    /** Also others, so that reading it limits the caller. */
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

  /** Whether it contacts other nodes. */
  boolean reachesOut() default false;

  /** Options and labels of parameters that are for people only. */
  String[] without() default {};
}
