package org.sovereignbook.sbp.cli.init;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.service.ServiceTexts;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.server.ServerSettings;
import org.sovereignbook.sbp.step.Intervals;
import picocli.CommandLine.Option;

/** What can be said of a node before it is made; for every command that makes one. */
public final class InitOptions {
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

  /** The node that these options ask for; a {@link CliException} names the value at fault. */
  InitRequest request(Session session, Supplier<Catalog> catalog) {
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
          session.world().program(),
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
}
