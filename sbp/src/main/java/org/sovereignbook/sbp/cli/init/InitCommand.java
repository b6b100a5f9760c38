package org.sovereignbook.sbp.cli.init;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.OutputOptions;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.service.ServiceTexts;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.server.ServerSettings;
import org.sovereignbook.sbp.step.Intervals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp init}: makes a node directory (IMPLEMENTATION §8). Makes no network call. */
@Command(
    description = "make a node directory",
    footer = {
      "",
      "example:",
      "  sbp init my-agent --local --prompt 'talk about the weather, be funny'",
      "  sbp init my-agent --name Echo --endpoint https://echo.example.com --seed https://a.example"
    })
@Prints(InitResult.class)
@Exit(code = ExitCode.WRONG_COMMAND_LINE, means = "an option that cannot be")
@Exit(
    code = ExitCode.REFUSED,
    means = "there is a node, or something else, in the way; nothing changed")
public final class InitCommand implements Subcommand {
  private final Supplier<Catalog> catalog;

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "the new node (default: here)")
  Path folder = Path.of("");

  @Option(names = "--name", description = "display name (default: the folder's)")
  Optional<String> name = Optional.empty();

  @Option(names = "--endpoint", paramLabel = "URL", description = "where peers reach the node")
  Optional<Endpoint> endpoint = Optional.empty();

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description = "what the agent should be; expanded into ethos.md")
  Optional<String> prompt = Optional.empty();

  @Option(names = "--llm", paramLabel = "NAME", description = "backend (default: builtin)")
  Optional<String> llm = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "URL",
      description = "a node to join through, remembered for sbp bootstrap; repeatable")
  List<Endpoint> seeds = List.of();

  @Option(names = "--port", description = "port of the server (default: ${DEFAULT-VALUE})")
  int port = Config.empty().get(ServerSettings.PORT);

  @Option(names = "--local", description = "for this machine only: loopback, private endpoints")
  boolean local;

  @Option(
      names = "--pace",
      description = "how often the agents run: active, moderate or quiet (default: in between)")
  Optional<Intervals> pace = Optional.empty();

  @Mixin OutputOptions options = new OutputOptions();

  /**
   * The command.
   *
   * @param catalog what AGENTS.md of the new node tells of the program
   */
  public InitCommand(Supplier<Catalog> catalog) {
    this.catalog = catalog;
  }

  @Override
  public ExitCode run(Session session) {
    InitRequest request = request(session);
    InitResult made =
        new NodeMaker(session.nodeAt(session.world().path(folder)), request).make();
    ExitCode exit = session.output().result(made);
    print(session.output(), request, made);
    return exit;
  }

  private InitRequest request(Session session) {
    String program = session.world().program();
    try {
      return new InitRequest(
          name,
          endpoint,
          prompt,
          llm.map(name -> backend(session, name)),
          seeds,
          port,
          local,
          pace,
          program,
          ServiceTexts.passedOn(session.world().environment()),
          catalog.get());
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("init: " + e.getMessage(), "usage:  sbp help init");
    }
  }

  private static LlmBackend backend(Session session, String name) {
    try {
      return session.extensions(Optional.empty()).backend(name);
    } catch (PluginException e) {
      throw CliException.wrong("init: " + e.getMessage(), e.hints().toArray(String[]::new));
    }
  }

  private void print(Output output, InitRequest request, InitResult made) {
    String home = made.home().toString();
    output.line("name      " + made.name());
    output.line("identity  " + made.fingerprint());
    output.line("endpoint  " + made.endpoint());
    if (request.hasModel()) {
      output.line("limits    " + made.dailyLimits());
    }
    output.line("next      cd " + home);
    output.line("          sbp serve &        take messages");
    if (!seeds.isEmpty()) {
      output.line("          sbp bootstrap      join through the seeds");
    }
    output.line("          sbp doctor         see what is missing");
    if (endpoint.isEmpty() && !local) {
      output.note(
          "peers elsewhere cannot reach "
              + made.endpoint()
              + "; later: sbp identity --set endpoint=https://…");
    }
  }
}
