package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.function.Supplier;

/**
 * A command of a feature; its class declares its description, its arguments and the commands below
 * it.
 *
 * @param path its name; or that of another command, and its own below it
 * @param group the heading under which the usage screen names it, if it stands alone
 * @param isOfEveryDay whether it has a line of its own there
 * @param make makes a new one for each run
 */
public record FeatureCommand(
    List<String> path, CommandGroup group, boolean isOfEveryDay, Supplier<Subcommand> make) {
  public FeatureCommand {
    path = List.copyOf(path);
  }

  public FeatureCommand(String name, CommandGroup group, Supplier<Subcommand> make) {
    this(List.of(name), group, false, make);
  }

  /**
   * Makes one that stands below a command of the program, such as {@code agent leave}, or of a
   * feature that this one needs.
   */
  public static FeatureCommand below(String command, String name, Supplier<Subcommand> make) {
    return new FeatureCommand(List.of(command, name), CommandGroup.HIDDEN, false, make);
  }

  /** Returns the same with a line of its own on the usage screen. */
  public FeatureCommand ofEveryDay() {
    return new FeatureCommand(path, group, true, make);
  }

  /** Returns whether it stands below this command. */
  public boolean isBelow(String command) {
    return path.size() > 1 && path.getFirst().equals(command);
  }

  public String name() {
    return path.getLast();
  }
}
