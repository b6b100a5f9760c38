package org.sovereignbook.sbp.frontend.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a subcommand for the owner only: it changes or shows permissions, or decides which programs
 * run here. An agent is refused, whatever its rights, and the refusal is written to the audit log.
 * Never a {@link Tool}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface ForOwner {}
