package org.sovereignbook.sbp.cli.completion;

import java.util.Locale;
import org.sovereignbook.sbp.cli.catalog.Catalog;

/** A shell that can complete the words of {@code sbp}, and how its users switch that on. */
public enum CompletionShell {
  BASH("source <(sbp completion bash)        in ~/.bashrc"),
  ZSH("source <(sbp completion zsh)         in ~/.zshrc, after compinit"),
  FISH("sbp completion fish > ~/.config/fish/completions/sbp.fish");

  private final String installation;

  CompletionShell(String installation) {
    this.installation = installation;
  }

  /** One line that says where the script goes. */
  public String installation() {
    return installation;
  }

  /** The script for these commands. */
  public String script(Catalog commands) {
    Catalog catalog = commands.withHelp();
    return switch (this) {
      case BASH -> BashCompletion.script(catalog);
      case ZSH -> ZshCompletion.script(catalog);
      case FISH -> FishCompletion.script(catalog);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
