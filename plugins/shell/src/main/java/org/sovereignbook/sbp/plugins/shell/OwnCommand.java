package org.sovereignbook.sbp.plugins.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/** The shell's own commands, beside those of the program. */
enum OwnCommand {
  CD("cd [DIR]", "go to another folder, and to its node"),
  HISTORY("history", "show what was typed"),
  EXIT("exit", "leave, as quit and Ctrl-D do"),
  QUIT("quit", "leave");

  private final String usage;
  private final String description;

  OwnCommand(String usage, String description) {
    this.usage = usage;
    this.description = description;
  }

  static Optional<OwnCommand> of(String word) {
    return Arrays.stream(values()).filter(own -> own.word().equals(word)).findFirst();
  }

  static List<CommandInfo> all() {
    return Arrays.stream(values())
        .map(own -> CommandInfo.plain(own.word(), "shell", own.description, List.of()))
        .toList();
  }

  String word() {
    return Words.of(this);
  }

  /** Returns a line for {@code help}. */
  String help() {
    return "  %-19s %s".formatted(usage, description);
  }
}
