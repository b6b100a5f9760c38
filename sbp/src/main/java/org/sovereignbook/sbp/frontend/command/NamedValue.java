package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the kind of an option's or parameter's value, for whose completion {@link
 * CommandFeature#words} has the words of the node.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NamedValue {
  /** Returns the kind, such as {@code swarm_id}. */
  String value();
}
