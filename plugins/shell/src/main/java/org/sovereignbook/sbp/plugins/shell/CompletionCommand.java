package org.sovereignbook.sbp.plugins.shell;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp completion}: prints a shell's completion script for commands and options. */
@Command(description = "completes words in bash, zsh and fish")
@Example("source <(sbp completion bash)")
@Exit(code = ExitCode.REFUSED, means = "completion is off in the node here")
@Prints(CompletionCommand.Script.class)
final class CompletionCommand implements Subcommand {

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  CompletionShell shell = CompletionShell.BASH;

  @Mixin OutputOptions options = new OutputOptions();

  record Script(CompletionShell shell, String installation, String script) {}

  @Override
  public ExitCode run(Session session) {
    String script = shell.script(session.commandsHere().catalog());
    script.lines().forEach(session.output()::line);
    return session.output().done(new Script(shell, shell.installation(), script));
  }
}
