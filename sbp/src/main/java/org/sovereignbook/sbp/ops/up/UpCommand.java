package org.sovereignbook.sbp.ops.up;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeFinder;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OwnerDecision;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.InitOptions;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp up}: runs a node until Ctrl-C or SIGTERM. Makes the node if there is none, and keeps
 * the children of {@link Child#of} running.
 */
@Command(
    description = "make a node, and keep it running",
    footer = "What a new node is to be is asked on a terminal, unless an option says it.")
@Synonyms("begin")
@Example({"sbp up my-agent --local", "sbp up --local --pair"})
@Prints(UpRun.Running.class)
@Exit(code = ExitCode.REFUSED, means = "the server cannot start, or something is in the way")
@Exit(code = ExitCode.BUSY, means = "sbp up runs already for this node")
public final class UpCommand implements Subcommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "the node, or where to make one (default: the node here)")
  Optional<Path> folder = Optional.empty();

  @Option(
      names = "--every",
      paramLabel = "MINUTES",
      description = "how often the timer ticks (default: 15; 1 for a local node)")
  @Range.Of(min = 1)
  Optional<Integer> every = Optional.empty();

  @Option(
      names = "--pair",
      description = "with --local: two nodes that follow each other, in DIR (default: sbp-pair)")
  boolean pair;

  @Mixin InitOptions wanted = new InitOptions();

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    if (pair && !wanted.isLocal()) {
      throw CliException.wrong("up: --pair is for nodes of this machine; add --local");
    }
    List<Node> nodes =
        pair
            ? new Pair(session, session.world().path(folder.orElse(Path.of(Pair.FOLDER))))
                .nodes(wanted)
            : List.of(nodeOrNew(session));
    nodes.forEach(node -> new NodeAcceptance(session, node).require());
    new OwnerDecision(session).ask(nodes);
    return new UpRun(session, nodes, every.map(Duration::ofMinutes)).run();
  }

  private Node nodeOrNew(Session session) throws IOException {
    Optional<Node> here = folder.isPresent() ? Optional.empty() : session.nodeIfAny();
    if (here.isPresent()) {
      return existing(session, here.get());
    }
    Path root = session.world().path(folder.orElse(Path.of("")));
    Node node = session.nodeAt(root);
    boolean interrupted = session.world().disk().exists(node.home().initMarker());
    if (NodeFinder.isNode(session.world().disk(), root) && !interrupted) {
      return existing(session, node);
    }
    if (new Question(session).canBeAsked()) {
      session.output().line("there is no node in " + root + " yet; what shall it be?");
      wanted.ask(session, root);
    } else if (folder.isEmpty()) {
      requireEmpty(session, root);
    }
    session.output().line(wanted.make(session, root).summary());
    return node;
  }

  /**
   * Opens an existing node, because a container may be started repeatedly with the same command
   * line.
   */
  private Node existing(Session session, Node node) {
    if (wanted.areGiven()) {
      session
          .output()
          .note(node.home().root() + " is a node already; options for a new one change nothing");
    }
    return node;
  }

  /** Requires an empty folder when no folder was named and no one can be asked. */
  private static void requireEmpty(Session session, Path root) {
    if (!session.world().disk().files(root).isEmpty()
        || !session.world().disk().folders(root).isEmpty()) {
      throw CliException.notFound(
          "no node here, and this folder is not empty: " + root, "make one:  sbp up DIR");
    }
  }
}
