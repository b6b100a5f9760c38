package org.sovereignbook.sbp.plugins.shell;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/** A shell with completion of {@code sbp}, and its installation. */
enum CompletionShell {
  BASH("source <(sbp completion bash)        in ~/.bashrc"),
  ZSH("source <(sbp completion zsh)         in ~/.zshrc, after compinit"),
  FISH("sbp completion fish > ~/.config/fish/completions/sbp.fish");

  private final String installation;

  CompletionShell(String installation) {
    this.installation = installation;
  }

  /** Returns one line on where to install the script. */
  public String installation() {
    return installation;
  }

  /** Returns the script for these commands. */
  public String script(Catalog commands) {
    Catalog catalog = commands.withHelp();
    CommandInfo program = CommandInfo.program(catalog.sharedOptions(), catalog.firstLevel());
    List<CommandInfo> all = Stream.concat(Stream.of(program), catalog.all()).toList();
    return switch (this) {
      case BASH -> BashCompletion.script(all);
      case ZSH -> ZshCompletion.script(all);
      case FISH -> FishCompletion.script(all);
    };
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
