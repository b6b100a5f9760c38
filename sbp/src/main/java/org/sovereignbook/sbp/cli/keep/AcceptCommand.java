package org.sovereignbook.sbp.cli.keep;

import java.util.List;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sbp accept}: shows the programs that a node from elsewhere would run, and permits them.
 */
@Command(description = "let a foreign node run its programs")
@Example({"sbp accept", "sbp accept --yes --json"})
@Prints(AcceptCommand.Accepted.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is accepted already, or was made by you")
@Exit(code = ExitCode.REFUSED, means = "consent was not given at a terminal or by --yes")
@ForOwner
public final class AcceptCommand extends WideningNodeCommand {
  @Option(names = "--yes", description = "agree without being asked")
  boolean isAgreed;

  /** The programs that the node may now run. */
  record Accepted(LocalPath home, List<NodeProgram> programs) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    NodeAcceptance acceptance = new NodeAcceptance(session, node);
    List<NodeProgram> programs = acceptance.programs();
    programs.forEach(program -> session.output().line(program.line()));
    if (acceptance.isAccepted()) {
      session.output().line("accepted already");
      session.output().json(new Accepted(new LocalPath(node.home().root()), programs));
      return ExitCode.NOTHING_TO_DO;
    }
    if (!programs.isEmpty() && !isAgreed && !acceptance.consents()) {
      throw acceptance.refused(programs);
    }
    acceptance.record();
    session.output().line("accepted; the node runs them, and whatever you make of them");
    return session.output().done(new Accepted(new LocalPath(node.home().root()), programs));
  }
}
