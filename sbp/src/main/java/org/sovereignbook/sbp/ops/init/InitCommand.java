package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.OwnerDecision;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.peer.step.Intervals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp init}: makes a node directory (IMPLEMENTATION §8). Makes no network call. */
@Command(description = "make a node directory")
@Example({
  "sbp init my-agent --local --prompt 'talk about the weather, be funny'",
  "sbp init my-agent --endpoint https://echo.example --seed https://a.example"
})
@Prints(InitResult.class)
@Exit(code = ExitCode.WRONG_COMMAND_LINE, means = "an option that cannot be")
@Exit(
    code = ExitCode.REFUSED,
    means = "there is a node, or something else, in the way; nothing changed")
public final class InitCommand implements Subcommand {

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "the new node (default: here)")
  Path folder = Path.of("");

  @Mixin InitOptions wanted = new InitOptions();

  @Mixin OutputOptions options = new OutputOptions();

  @Override
  public ExitCode run(Session session) throws IOException {
    InitRequest request = wanted.request(session);
    Path root = session.world().path(folder);
    InitResult made = wanted.make(session, root, request);
    ExitCode exit = session.output().result(made);
    print(session.output(), request, made, new Question(session).canBeAsked());
    if (wanted.passphraseFile.isEmpty()) {
      new OwnerDecision(session).ask(List.of(session.nodeAt(root)));
    }
    return exit;
  }

  private static String pace(InitRequest request) {
    String pace =
        request.pace().map(Intervals::toString).orElse("default, between active and moderate");
    return request
        .asked()
        .map(asked -> pace + ", by the prompt's \"" + asked.words() + "\" (--pace chooses another)")
        .orElse(pace);
  }

  private void print(Output output, InitRequest request, InitResult made, boolean isAsked) {
    String home = made.home().toString();
    output.line("name      " + made.name());
    output.line("identity  " + made.fingerprint());
    output.line("endpoint  " + made.endpoint());
    if (request.hasModel()) {
      output.line("limits    " + made.dailyLimits());
    }
    output.line("pace      " + pace(request));
    request.login().ifPresent(login -> output.line("login     " + login + ", used by its runs"));
    if (wanted.passphraseFile.isEmpty() && !isAsked) {
      output.line("owner     no passphrase; set one before agents work:  sbp access passphrase");
    }
    output.line("next      cd " + home);
    output.line("          ./sbp up           keep it running until Ctrl-C");
    if (!wanted.seeds.isEmpty()) {
      output.line("          ./sbp bootstrap    join through the seeds");
    }
    output.line("          ./sbp doctor       see what is missing");
    if (wanted.endpoint.isEmpty() && !wanted.local) {
      output.note(
          "peers elsewhere cannot reach "
              + made.endpoint()
              + "; later: sbp identity --set endpoint=https://…");
    }
  }
}
