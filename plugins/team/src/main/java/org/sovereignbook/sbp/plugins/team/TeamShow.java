package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp team show}: the values of the team's files together, each with its file. */
@Command(name = "show", description = "what is set for the team, and where")
@Synonyms({"agents", "members", "list"})
@Example("sbp team show")
@Prints(TeamShow.Shown.class)
final class TeamShow extends TeamCommand.Beginning {
  private static final int MAX_CHARACTERS = 60;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "the same as --file")
  Optional<Path> named = Optional.empty();

  /** The output for programs. */
  record Shown(
      String file,
      String override,
      List<TeamEdit.Value> values,
      List<String> notes,
      Optional<String> problem) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    if (file.isPresent() && named.isPresent()) {
      throw CliException.wrong("team show: FILE or --file, not both", "sbp team show FILE");
    }
    file = file.or(() -> named);
    TeamFiles files = files(session, node);
    List<TeamEdit.Value> values = TeamEdit.values(files);
    Table table = Table.of("key", "value", "from").whole("key");
    values.forEach(
        value -> table.row(value.key(), text(value.value()), value.file() + ":" + value.line()));
    session.output().table(table, "");
    Team team = files.read();
    List<String> notes = team.remarks(node.disk());
    notes.forEach(session.output()::note);
    Optional<String> problem = new TeamChecks(session, node, files, team).problem();
    problem.ifPresent(why -> session.output().note("sbp team run will refuse this: " + why));
    return session
        .output()
        .done(
            new Shown(
                files.file().toString(), files.override().toString(), values, notes, problem));
  }

  /** Returns the value as text in a line. */
  static String text(JsonValue value) {
    String text = value instanceof JsonString(String word) ? word : JsonWriter.compact(value);
    return Cut.within(PeerText.plain(text), MAX_CHARACTERS);
  }
}
