package org.sovereignbook.sbp.cli.sessions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.society.sessions.Sessions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp chat}: a conversation with one's agent. */
@Command(
    description = "talk with your agent",
    footer = {
      "At a terminal /help lists commands; Ctrl-C ends a turn, at the prompt the chat.",
      "In a pipe, each line is a message; with --json, each event is a line."
    })
@Example("sbp chat")
@Prints(ChatEvent.class)
@Exit(code = ExitCode.NOT_VALID, means = "the last message got no answer")
@ForOwner
public final class ChatCommand extends NodeCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "SESSION",
      description = "a label, or a name of your own; by default the main conversation")
  Optional<String> label = Optional.empty();

  @Option(
      names = "--persona",
      paramLabel = "PERSONA",
      description = "the partner of a new conversation; its text is in personas/PERSONA/SOUL.md")
  Optional<String> persona = Optional.empty();

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "say this, show the answer, and end")
  Optional<String> message = Optional.empty();

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    String chosen =
        persona
            .filter(_ -> label.filter(text -> text.contains(":")).isEmpty())
            .map(name -> Sessions.key(name, label.orElse(Personas.MAIN)))
            .orElseGet(() -> label.map(Sessions::label).orElse(Sessions.MAIN));
    // Before the first line is typed.
    Sessions.requireLabel(chosen);
    if (persona.isPresent()) {
      Persona _ = new Personas(node).require(persona.get());
    }
    if (message.filter(String::isBlank).isPresent()) {
      throw CliException.wrong("the message is empty");
    }
    boolean isTerminal =
        session.world().terminal().getAsBoolean()
            && !session.output().isJson()
            && message.isEmpty();
    ChatBackend backend = TurnRunner.backend(session, node);
    try (Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      if (isTerminal) {
        return ChatTerminal.run(session, ledger, backend, chosen);
      }
      try (TurnRunner runner = new TurnRunner(session, ledger, backend)) {
        ChatTalk talk = new ChatTalk(session, ledger, runner, chosen, ChatTalk.NOBODY);
        return message.isPresent()
            ? talk.say(message.get(), new Cancellation())
            : piped(session, talk);
      }
    }
  }

  private static ExitCode piped(Session session, ChatTalk talk)
      throws IOException, InterruptedException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(session.world().in(), StandardCharsets.UTF_8));
    ExitCode last = ExitCode.DONE;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        last = talk.say(line, new Cancellation());
      }
    }
    return last;
  }
}
