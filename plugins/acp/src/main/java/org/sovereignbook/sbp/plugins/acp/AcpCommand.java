package org.sovereignbook.sbp.plugins.acp;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp acp}: conversations with one's agent in an editor, over standard input and output. */
@Command(
    description = "talk with your agent in an editor",
    subcommands = {AcpInstall.class, AcpProve.class},
    footer = "An editor starts it by itself, once it is told so:  sbp acp install zed")
@Example("sbp acp install zed --print")
@Prints(JsonObject.class)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such persona")
@ForOwner
final class AcpCommand extends NodeCommand {
  @Option(
      names = "--persona",
      paramLabel = "PERSONA",
      description = "the partner of new conversations; its text is in personas/PERSONA/SOUL.md")
  String persona = Personas.MAIN;

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    Persona _ = new Personas(node).require(persona);
    if (session.world().terminal().getAsBoolean()) {
      session
          .output()
          .note(
              "this speaks with an editor over standard input; an editor starts it by itself, once"
                  + " told:  sbp acp install zed");
    }
    try (Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      serve(
          session,
          ledger,
          new AcpWire(session.world().in(), session.world().out()),
          persona,
          quiet -> TurnRunner.backend(quiet, node));
    }
    return ExitCode.DONE;
  }

  /** Returns a session that has no terminal, and prints to standard error only. */
  private static Session quiet(Session session, Node node) {
    World outer = session.world();
    Map<String, String> environment = new TreeMap<>(outer.environment());
    environment.put(NodeHome.VARIABLE, node.home().root().toString());
    World quiet = outer.unattended(environment, node.home().root(), outer.err());
    return session.in(quiet).with(session.output().on(quiet), Optional.empty());
  }

  /**
   * Serves a connection until its input ends.
   *
   * @param backend makes the model of a conversation
   */
  static void serve(
      Session session,
      Ledger ledger,
      AcpWire wire,
      String persona,
      Function<Session, ChatBackend> backend)
      throws Exception {
    Session quiet = quiet(session, ledger.node());
    ShownCommands commands = ShownCommands.of(session.world(), ledger.node().home().root());
    EditorProof proof = EditorProof.begin(quiet, ledger, commands);
    try (AtExit _ = AtExit.run("end of an editor's connection", proof::end)) {
      new AcpServer(new EditorHost(quiet, ledger, wire, proof, persona, () -> backend.apply(quiet)))
          .serve();
    } finally {
      proof.end();
    }
  }
}
