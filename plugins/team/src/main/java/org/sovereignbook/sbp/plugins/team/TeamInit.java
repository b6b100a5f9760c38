package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp team init}: a team's file and skills to begin with; keeps what is there. */
@Command(
    name = "init",
    description = "write team.yaml and skills to begin with; keeps what is there")
@Example("sbp team init")
@Prints(TeamInit.Made.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "all of them are there already")
@ForOwner
final class TeamInit extends NodeCommand {
  private static final String TEMPLATES = "templates/team/";
  private static final List<String> SKILLS =
      List.of("_base.md", "planning.md", "coding.md", "review.md");

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "the team (default: team.yaml of the node)")
  Optional<Path> file = Optional.empty();

  /** Output for programs: the files that were written. */
  record Made(List<LocalPath> written) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    TeamFiles files = TeamCommand.files(session, node, file);
    List<LocalPath> written = new ArrayList<>();
    Path skills = files.file().resolveSibling("skills");
    write(node, files.file(), TeamFiles.NAME, written);
    for (String skill : SKILLS) {
      write(node, skills.resolve(skill), skill, written);
    }
    written.forEach(path -> session.output().line("wrote " + path));
    if (written.isEmpty()) {
      session.output().line("a team is there already:  sbp team show");
    }
    session.output().json(new Made(written));
    return written.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private static void write(Node node, Path path, String template, List<LocalPath> written) {
    if (!node.disk().exists(path)) {
      node.disk()
          .write(path, Resources.text(TEMPLATES + template).getBytes(StandardCharsets.UTF_8));
      written.add(new LocalPath(path));
    }
  }
}
