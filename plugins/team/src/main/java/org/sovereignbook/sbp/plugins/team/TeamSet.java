package org.sovereignbook.sbp.plugins.team;

import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp team set}: changes one value of the team, in {@code team.override.yaml}. */
@Command(
    name = "set",
    description = "change one value of the team; team.yaml stays as it is",
    footer = {
      "What is set stands in team.override.yaml beside it, and holds above it. Members that are at",
      "work take it up after their task."
    })
@Example({
  "sbp team set limits.daily_calls 200",
  "sbp team set agents.reviewer.model claude-haiku-4-5"
})
@Prints(TeamSet.Changed.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is so already")
@Exit(code = ExitCode.REFUSED, means = "the team cannot be so; nothing changed")
@ForOwner
final class TeamSet extends TeamCommand.Beginning {
  /** The value before and now; empty where neither file has one. */
  record Changed(String key, Optional<TeamEdit.Value> before, Optional<TeamEdit.Value> now) {}

  @Parameters(
      index = "0",
      paramLabel = "KEY",
      description = "as sbp team show lists them; of an agent with its id: agents.ID.model")
  String key = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "a word, a number, true or false; a list as a,b or as JSON")
  Optional<String> value = Optional.empty();

  @Option(names = "--default", description = "back to what team.yaml says, instead of a value")
  boolean toDefault;

  @Override
  public ExitCode run(Session session) {
    if (value.isPresent() == toDefault) {
      throw CliException.wrong(
          "team set: either a value or --default", "usage:  sbp team set KEY VALUE");
    }
    Node node = session.node();
    TeamFiles files = files(session, node);
    Optional<TeamEdit.Value> before = find(files);
    TeamEdit edit = TeamEdit.of(files, key, value);
    new TeamChecks(session, node, files, edit.team()).requireBackendsAmidChanges();
    boolean same = !edit.isChange();
    edit.write();
    Optional<TeamEdit.Value> now = find(files);
    session.output().line(key + " is " + said(now) + (same ? " already" : ", was " + said(before)));
    session.output().json(new Changed(key, before, now));
    return same ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private Optional<TeamEdit.Value> find(TeamFiles files) {
    return TeamEdit.values(files).stream().filter(each -> each.key().equals(key)).findFirst();
  }

  private static String said(Optional<TeamEdit.Value> value) {
    return value
        .map(it -> "%s (%s:%d)".formatted(TeamShow.text(it.value()), it.file(), it.line()))
        .orElse("not set");
  }
}
