package org.sovereignbook.sbp.ops.team;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.team.TeamEdit;
import org.sovereignbook.sbp.society.team.TeamFiles;
import picocli.CommandLine.Command;

/** {@code sbp team show}: the values of the team's files together, each with its file. */
@Command(name = "show", description = "what is set for the team, and where")
@Example("sbp team show")
@Prints(TeamShow.Shown.class)
final class TeamShow extends TeamCommand.Beginning {
  private static final int MAX_CHARACTERS = 60;

  /** The output for programs. */
  record Shown(
      String file, String override, List<TeamEdit.Value> values, Optional<String> problem) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    TeamFiles files = files(session, node);
    List<TeamEdit.Value> values = TeamEdit.values(files);
    Table table = Table.of("key", "value", "from").whole("key");
    values.forEach(
        value -> table.row(value.key(), text(value.value()), value.file() + ":" + value.line()));
    session.output().table(table, "");
    Optional<String> problem = new TeamChecks(session, node, files, files.read()).problem();
    problem.ifPresent(why -> session.output().note("sbp team run will refuse this: " + why));
    return session
        .output()
        .done(new Shown(files.file().toString(), files.override().toString(), values, problem));
  }

  /** Returns the value as text in a line. */
  static String text(JsonValue value) {
    String text = value instanceof JsonString(String word) ? word : JsonWriter.compact(value);
    return Cut.within(PeerText.plain(text), MAX_CHARACTERS);
  }
}
