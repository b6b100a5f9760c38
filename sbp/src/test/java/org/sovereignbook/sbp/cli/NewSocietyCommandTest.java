package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The recipes of docs/architecture.md: a new table with its record, command, tool and event is
 * three files (the script, the record, the command) and two lines (the script's in the schema, the
 * command's in the table of commands).
 */
class NewSocietyCommandTest {

  /** The first file; its line in the schema is what {@link #makeTable} does. */
  private static final String SCRIPT =
      """
      CREATE TABLE parcel (
        number ${serial},
        id TEXT NOT NULL UNIQUE,
        text_id TEXT NOT NULL REFERENCES content (id),
        state TEXT NOT NULL,
        created_ms BIGINT NOT NULL, -- record
        principal TEXT NOT NULL,
        authority_id TEXT NOT NULL REFERENCES authority (id)
      );
      """;

  /** The second file. */
  record Parcel(
      @Rows.Serial long number,
      String id,
      @Shape.Hidden String textId,
      State state,
      Instant createdAt) {
    static final Rows<Parcel> ROWS = new Rows<>("parcel", Parcel.class);

    enum State {
      SENT
    }

    static Parcel send(Transaction tx, Caller caller, String text) {
      String id = tx.newId();
      Subject subject = new Subject("parcel", id);
      String textId = tx.keep(subject, "text", text);
      ROWS.insert(
          tx, new Parcel(0, id, textId, State.SENT, tx.now()), tx.cause(caller.authority()));
      tx.append(
          LedgerEvent.of("parcel:" + id + ":sent", "parcel.sent", caller.authority(), subject));
      return ROWS.first(tx, "WHERE id = ?", id).orElseThrow();
    }
  }

  /** The third file. */
  @Command(description = "send a parcel")
  @Example("sbp parcel books")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OWN)
  @Tool.Says("Sends a parcel. Returns its number.")
  @AgentAccess(data = DataAccess.NONE)
  static final class ParcelCommand extends SocietyCommand<Parcel> {
    @Parameters(paramLabel = "TEXT", description = "what is in it")
    String text = "";

    @Override
    protected Parcel work(Transaction tx, Caller caller) {
      return Parcel.send(tx, caller, text);
    }

    @Override
    protected ExitCode show(Output output, Parcel sent) {
      output.line("parcel " + sent.number());
      return output.done(sent);
    }
  }

  /** The line in the table of commands. */
  private static final Commands COMMANDS =
      Commands.builtIn().with(new Commands.Row("parcel", CommandGroup.WORK, ParcelCommand::new));

  @TempDir Path folder;

  @BeforeEach
  void makeTable() {
    assertThat(run(CliTest.in(folder), "init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    Node node = Node.at(folder.resolve("node"));
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      boolean _ =
          ledger.write(
              tx -> {
                tx.script(SCRIPT.replace("${serial}", tx.dialect().serial()));
                return true;
              });
    }
  }

  private CliTest.Ran run(CliTest cli, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit = new Program(cli.world(out, err), COMMANDS).run(arguments);
    return new CliTest.Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private CliTest.Ran run(String... arguments) {
    return run(CliTest.in(folder.resolve("node")), arguments);
  }

  @Test
  void aCommandStoresTheRecordAndPrintsIt() {
    assertThat(run("parcel", "books").out()).isEqualTo("parcel 1\n");
    JsonObject second = run("parcel", "pens", "--json").json();

    assertThat(second.members()).containsOnlyKeys("number", "id", "state", "created_at");
    assertThat(second.integer("number")).hasValue(2);
    assertThat(second.string("state")).contains("sent");
  }

  @Test
  void theEventAndItsTextAreShownByTheCommandsForAllEvents() {
    String id = run("parcel", "books", "--json").json().string("id").orElseThrow();

    JsonObject event = run("event", "show", "parcel:" + id + ":sent", "--json").json();
    assertThat(event.string("kind")).contains("parcel.sent");
    assertThat(event.array("texts").map(JsonArray::objects).orElseThrow())
        .extracting(text -> text.string("text").orElse(""))
        .containsExactly("books");
  }

  @Test
  void theCallIsAuthorizedAndRecorded() {
    assertThat(run("parcel", "books", "--as", "reader").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(run("parcel", "books").exit()).isEqualTo(ExitCode.DONE);

    List<JsonObject> decisions =
        run("audit", "list", "--tool", "parcel", "--json")
            .json()
            .array("decisions")
            .map(JsonArray::objects)
            .orElseThrow();
    assertThat(decisions)
        .extracting(decision -> decision.string("decision").orElse(""))
        .containsExactlyInAnyOrder("allow", "deny");
  }

  @Test
  void modelsHaveItAsATool() {
    String call =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "parcel",\
         "arguments": {"text": "books"}, "_meta": {\
         "io.modelcontextprotocol/protocolVersion": "2026-07-28",\
         "io.modelcontextprotocol/clientCapabilities": {}}}}
        """;

    JsonObject result =
        run(CliTest.in(folder.resolve("node")).typing(call), "mcp")
            .json()
            .object("result")
            .orElseThrow();

    assertThat(result.object("structuredContent").map(said -> said.integer("number").orElse(0)))
        .contains(1L);
  }
}
