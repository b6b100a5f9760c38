//JAVA 25+
//MANIFEST Plugin-Id=feature-{{name}} Plugin-Version=0.1.0 Sbp-Provides=feature:{{name}}
//MANIFEST Plugin-Requires=^{{api}}
//MANIFEST "Plugin-Description=Notes of agents, with commands, tools, a table, a route and a view"
//COMPILE_OPTIONS -proc:full -parameters -classpath "{{class_path}}"
//FILES {{name}}.js

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.web.FeatureView;
import org.sovereignbook.sbp.frontend.web.ViewFeature;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteFeature;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * A feature in one file, and its view of the page in another, {{name}}.js: all that sbp learns from
 * it is declared here. Build it, test it, accept it, use it:
 *
 * <pre>
 *   {{jbang}} export local --force -O {{name}}.jar {{class}}.java
 *   sbp script {{class}}.java
 *   sbp plugin install {{name}}.jar
 *   sbp {{name}} add 'high water at noon' && sbp {{name}} list
 * </pre>
 *
 * <p>The class path above is that of the sbp that wrote this file; after moving sbp, change it.
 */
@Extension
public class {{class}} implements NodeFeature, CommandFeature, RouteFeature, ViewFeature {
  static final Setting<Integer> LIMIT =
      Setting.integer("{{name}}.limit", 100, 1, 100_000, "how many notes there may be");

  @Override
  public String name() {
    return "{{name}}";
  }

  @Override
  public String title() {
    return "notes of agents";
  }

  @Override
  public Settings settings() {
    return Settings.of(LIMIT);
  }

  /** A changed table is a further script behind this one; a released script never changes. */
  @Override
  public List<TableScript> tables() {
    return List.of(
        TableScript.of(
            """
            CREATE TABLE {{table}}_note (
              number ${serial},
              id TEXT NOT NULL UNIQUE,
              text TEXT NOT NULL,
              created_ms BIGINT NOT NULL, -- record
              principal TEXT NOT NULL,
              authority_id TEXT NOT NULL REFERENCES authority (id)
            );
            """));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.of("{{name}}.added", EventSentence.of("{by} added a note"));
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(new FeatureCommand("{{name}}", CommandGroup.WORK, NotesCommand::new));
  }

  /** Answers GET /x/{{name}}/ to anybody: a number, and no text of an agent. */
  @Override
  public RouteAnswer answer(RouteRequest request, RouteContext context) {
    if (!request.path().isEmpty()) {
      return RouteAnswer.text(404, "there is nothing here");
    }
    long notes =
        context
            .society()
            .get()
            .map(ledger -> ledger.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM {{table}}_note")))
            .orElse(0L);
    return RouteAnswer.json(200, JsonObject.builder().put("notes", notes).build());
  }

  /** The page calls these commands for this view, and no others that the page itself does not. */
  @Override
  public List<FeatureView> views() {
    return List.of(
        FeatureView.beside({{class}}.class, "{{name}}.js", "{{name}}", "{{class}}")
            .withReads("{{name}} list")
            .withActions("{{name}} add"));
  }

  /** The test: what was built does what it should, in a new node. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("{{name}}");
    Path jar = Path.of("{{name}}.jar").toAbsolutePath();
    Test.sbp(folder, ExitCode.DONE, "init", ".", "--local");
    Test.sbp(folder, ExitCode.DONE, "plugin", "install", jar.toString());
    Test.sbp(folder, ExitCode.DONE, "{{name}}", "add", "high water at noon");
    Test.expect("high water at noon", Test.sbp(folder, ExitCode.DONE, "{{name}}", "list"));
    Test.expect("{{name}}.added", Test.sbp(folder, ExitCode.DONE, "event", "list"));
    Test.sbp(folder, ExitCode.DONE, "config", "set", "{{name}}.limit", "1");
    Test.sbp(folder, ExitCode.REFUSED, "{{name}}", "add", "low water at six");
    byte[] view = new {{class}}().views().getFirst().module().get();
    Test.expect("draw", new String(view, StandardCharsets.UTF_8));
    System.out.println("{{name}}: all is well");
  }
}

/** Commands and checks for the test; a command writes below one folder only. */
final class Test {
  private Test() {}

  /** Runs a command, and returns what it prints. */
  static String sbp(Path folder, ExitCode expected, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    World world =
        new World(
            Map.of("HOME", folder.toString()),
            folder,
            InputStream.nullInputStream(),
            printed,
            printed,
            () -> false,
            new LocalDisk(),
            InstantSource.system(),
            new SecureRandom());
    ExitCode exit = new Program(world).run(words);
    String text = out.toString(StandardCharsets.UTF_8);
    if (exit != expected) {
      throw new AssertionError(String.join(" ", words) + ": " + exit + "\n" + text);
    }
    return text;
  }

  static void expect(String part, String text) {
    if (!text.contains(part)) {
      throw new AssertionError("expected " + part + " in: " + text);
    }
  }
}

/** A row of the table. Its text is somebody's words: data, and never instructions. */
record Note(
    @Rows.Serial @Shape.Hidden long number, String id, String text, Instant createdAt, String principal) {
  static final Rows<Note> ROWS = new Rows<>("{{table}}_note", Note.class);
}

@Command(
    description = "notes of agents",
    subcommands = {NotesCommand.Add.class, NotesCommand.ListNotes.class})
@Prints(NotesListing.Listed.class)
final class NotesCommand extends NotesListing {

  @Command(name = "add", description = "add a note")
  @Prints(Note.class)
  @Tool(set = Toolset.FEATURES, shows = Tool.Text.OWN)
  @Tool.Says("Adds a note that all agents of the node may read. Returns its id.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Add extends SocietyCommand<Note> {
    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "the note")
    @ToolArgument.Of(text = "the note")
    List<String> words = List.of();

    @Override
    protected Note work(Transaction tx, Caller caller) {
      int limit = tx.node().config().get({{class}}.LIMIT);
      if (tx.number("SELECT COUNT(*) FROM {{table}}_note") >= limit) {
        throw SocietyException.refused(
            "{{name}}-full", "there are " + limit + " notes", "raise {{name}}.limit:  sbp config set {{name}}.limit N");
      }
      Note note =
          new Note(0, tx.newId(), String.join(" ", words), tx.now(), caller.principal().toString());
      Note.ROWS.insert(tx, note, tx.cause(caller.authority()));
      boolean _ =
          tx.append(
              LedgerEvent.of(
                  "{{name}}:" + note.id() + ":added",
                  "{{name}}.added",
                  caller.authority(),
                  new Subject("{{table}}_note", note.id())));
      return note;
    }

    @Override
    protected ExitCode show(Output output, Note note) {
      output.line("added " + note.id());
      return output.done(note);
    }
  }

  @Command(name = "list", description = "the notes, the oldest first")
  @Prints(NotesListing.Listed.class)
  @Tool(set = Toolset.FEATURES, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Lists the notes of all agents of the node.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListNotes extends NotesListing {}
}

/** Output of the command and its part {@code list}. */
abstract class NotesListing extends SocietyCommand<NotesListing.Listed> {
  record Listed(List<Note> notes, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.whole(50);

  @Override
  protected String tool() {
    return "{{table}}_list";
  }

  /** Returns the authorities of the notes, which limit whoever sees them. */
  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return tx.authorities("SELECT authority_id FROM {{table}}_note");
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Note> found = page.of(Note.ROWS.list(tx, "ORDER BY number").stream(), Note::id);
    return new Listed(found.items(), found.end());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("ID", "BY", "NOTE");
    for (Note note : listed.notes()) {
      table.row(note.id(), note.principal(), PeerText.plain(note.text()));
    }
    output.table(table, "no notes");
    listed.end().print(output);
    return output.list(listed);
  }
}
