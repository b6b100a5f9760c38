package org.sovereignbook.sbp.runtime.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.peer.step.Component;

/** Runs no processes: notes which command was called, and ends as the test says. */
final class ScriptedRunner implements CommandRunner {
  final List<Command> commands = new ArrayList<>();

  /** The components in the order in which they ran, judged by their commands. */
  final List<String> ran = new ArrayList<>();

  private final Map<String, Deque<Work>> script = new HashMap<>();

  /** What happens while a command runs. */
  interface Work {
    CommandResult run(Command command) throws InterruptedException;
  }

  /** The next runs of this component end like this; later ones end with 0. */
  ScriptedRunner on(String component, Work... work) {
    script.computeIfAbsent(component, name -> new ArrayDeque<>()).addAll(List.of(work));
    return this;
  }

  static Work exits(int code) {
    return command -> new CommandResult.Exited(code, "");
  }

  /** Does something while the command runs, then ends with this code. */
  static Work does(int code, Runnable work) {
    return command -> {
      work.run();
      return new CommandResult.Exited(code, "");
    };
  }

  @Override
  public CommandResult run(Command command) throws InterruptedException {
    commands.add(command);
    String component = component(command.line());
    ran.add(component);
    Work work = script.getOrDefault(component, new ArrayDeque<>()).poll();
    return work == null ? new CommandResult.Exited(0, "") : work.run(command);
  }

  /** Forgets what ran so far. */
  List<String> takeRan() {
    List<String> taken = List.copyOf(ran);
    ran.clear();
    return taken;
  }

  private static String component(String line) {
    for (Component each : Component.ALL) {
      String component = each.name();
      if (line.contains(component)) {
        return component;
      }
    }
    return line;
  }
}
