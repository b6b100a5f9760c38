package org.sovereignbook.sbp.cli.up;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeFinder;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.init.InitOptions;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp up}: a node that lives as long as this command runs. Makes the node if there is none,
 * and keeps what {@link Child#of} lists running until Ctrl-C or SIGTERM.
 */
@Command(
    description = "make a node if there is none, and keep it running",
    footer = {
      "",
      "What a new node is to be is asked on a terminal, unless an option says it.",
      "",
      "example:",
      "  sbp up my-agent --local",
      "  sbp up --local --pair"
    })
@Prints(UpRun.Running.class)
@Exit(code = ExitCode.REFUSED, means = "the server cannot start, or something is in the way")
@Exit(code = ExitCode.BUSY, means = "sbp up runs already for this node")
public final class UpCommand implements Subcommand {
  private static final int DEFAULT_MINUTES = 15;
  private static final int LOCAL_MINUTES = 1;

  private final Supplier<Catalog> catalog;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "the node, or where to make one (default: the node here)")
  Optional<Path> folder = Optional.empty();

  @Option(
      names = "--every",
      paramLabel = "MINUTES",
      description = "how often the timer ticks (default: 15; 1 with --local)")
  Optional<Integer> every = Optional.empty();

  @Mixin InitOptions wanted = new InitOptions();

  @Mixin NodeOptions options = new NodeOptions();

  /**
   * The command.
   *
   * @param catalog what AGENTS.md of a new node tells of the program
   */
  public UpCommand(Supplier<Catalog> catalog) {
    this.catalog = catalog;
  }

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    Node node = nodeOrNew(session);
    int minutes = every.orElse(wanted.isLocal() ? LOCAL_MINUTES : DEFAULT_MINUTES);
    if (minutes < 1) {
      throw CliException.wrong("up: --every takes a number of minutes from 1 on");
    }
    return new UpRun(session, List.of(node), Duration.ofMinutes(minutes)).run();
  }

  private Node nodeOrNew(Session session) {
    Optional<Node> here = folder.isPresent() ? Optional.empty() : session.nodeIfAny();
    if (here.isPresent()) {
      return here.get();
    }
    Path root = session.world().path(folder.orElse(Path.of("")));
    if (!NodeFinder.isNode(session.world().disk(), root)) {
      session.output().line(wanted.make(session, root, catalog).summary());
    }
    return session.nodeAt(root);
  }
}
