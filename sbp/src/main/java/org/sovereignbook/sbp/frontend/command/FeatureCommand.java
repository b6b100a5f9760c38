package org.sovereignbook.sbp.frontend.command;

import java.util.function.Supplier;

/**
 * A command of a feature; its class declares its description, its arguments and the commands below
 * it.
 *
 * @param group the heading under which the usage screen names it
 * @param make makes a new one for each run
 */
public record FeatureCommand(String name, CommandGroup group, Supplier<Subcommand> make) {}
