package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a subcommand that is the owner's alone: it changes or shows who may do what, or says which
 * programs run here. An agent is refused, whatever it may, and that is written down. Never a {@link
 * Tool}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface ForOwner {}
