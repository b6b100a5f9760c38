package org.sovereignbook.sbp.plugins.shell;

import java.util.List;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;

/** A prompt of its own, and completion in the shells of the machine. */
public final class ShellFeature implements CommandFeature {
  @Override
  public String name() {
    return "shell";
  }

  @Override
  public String title() {
    return "commands at a prompt, and their completion";
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("shell", CommandGroup.HELP, () -> new ShellCommand()),
        new FeatureCommand("completion", CommandGroup.HELP, () -> new CompletionCommand()),
        new FeatureCommand("complete", CommandGroup.HIDDEN, () -> new CompleteCommand()));
  }
}
