package org.sovereignbook.sbp.cli.sessions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.OwnerDecision;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.society.sessions.SessionNames;
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
@Synonyms(
    value = {"talk", "ask"},
    whole = {
      "session new: chat --new NAME",
      "session create: chat --new NAME",
      "session add: chat --new NAME",
      "session resume: chat SESSION",
      "session continue: chat SESSION",
      "session open: chat SESSION",
      "persona: chat --persona NAME",
      "personas: chat --persona NAME"
    },
    options =
        "--model: sbp chat, then /model BACKEND MODEL; for good:  sbp config set llm.backend NAME")
@Example("sbp chat")
@Prints(ChatEvent.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing was said")
@Exit(code = ExitCode.NOT_VALID, means = "the last message got no answer")
@Exit(code = ExitCode.NOT_FOUND, means = "nothing is called so; --new begins a conversation")
@ForOwner
public final class ChatCommand extends NodeCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SESSION",
      description = "a session or a persona; by default the main conversation")
  Optional<String> label = Optional.empty();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TEXT",
      description = "say this, as --message does; several words are one without SESSION, too")
  List<String> words = List.of();

  @Option(names = "--new", description = "begin the conversation SESSION if there is none")
  boolean isNew;

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
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    // Before the first line is typed.
    persona.ifPresent(name -> require(new Personas(node), name));
    if (message.filter(String::isBlank).isPresent()) {
      throw CliException.wrong("the message is empty");
    }
    try (Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      Meant meant = ledger.read(this::meant);
      boolean isTerminal =
          session.world().terminal().getAsBoolean()
              && !session.output().isJson()
              && meant.text().isEmpty();
      ChatBackend backend = TurnRunner.backend(session, node);
      if (isTerminal) {
        new OwnerDecision(session).ask(List.of(node));
        return ChatTerminal.run(session, ledger, backend, meant.label());
      }
      try (TurnRunner runner = new TurnRunner(session, ledger, backend)) {
        ChatTalk talk = new ChatTalk(session, ledger, runner, meant.label(), ChatTalk.NOBODY);
        return meant.text().isPresent()
            ? talk.say(meant.text().get(), new Cancellation())
            : piped(session, talk);
      }
    }
  }

  private static void require(Personas personas, String name) {
    Persona _ = personas.require(name);
  }

  /** Session that is meant, and the text to say there, if there is one. */
  private record Meant(String label, Optional<String> text) {}

  /**
   * Decides what the words mean: the first is a session or a persona if there is such a one;
   * otherwise several words, or one with a blank, are a message; anything else is no name.
   */
  private Meant meant(Transaction tx) {
    if (label.isEmpty()) {
      if (isNew) {
        throw CliException.wrong("--new needs a name", "sbp chat --new plans");
      }
      return new Meant(usual(), message);
    }
    String first = label.get();
    Optional<String> named = named(tx, first);
    if (named.isPresent()) {
      return new Meant(named.get(), text(words));
    }
    if (isNew) {
      String made = of(first);
      Sessions.requireLabel(made);
      require(new Personas(tx.node()), Sessions.persona(made));
      return new Meant(made, text(words));
    }
    if (!words.isEmpty() || first.matches(".*\\s.*")) {
      return new Meant(usual(), text(Stream.concat(label.stream(), words.stream()).toList()));
    }
    throw new SessionNames(tx)
        .unknown(first, "", "begin a conversation:  sbp chat --new " + Quoting.shell(first));
  }

  private Optional<String> named(Transaction tx, String first) {
    return persona.isPresent()
        ? Optional.of(of(first)).filter(key -> new Sessions(tx).find(key).isPresent())
        : new SessionNames(tx).meant(first);
  }

  private String usual() {
    return Sessions.key(persona.orElse(Personas.MAIN), Personas.MAIN);
  }

  private String of(String name) {
    return persona.isPresent() && !name.contains(":")
        ? Sessions.key(persona.get(), name)
        : Sessions.label(name);
  }

  private Optional<String> text(List<String> said) {
    if (said.isEmpty()) {
      return message;
    }
    if (message.isPresent()) {
      throw CliException.wrong("there are two messages: " + Quoting.shell(said.getFirst()) + " …");
    }
    return Optional.of(String.join(" ", said)).filter(all -> !all.isBlank());
  }

  private static ExitCode piped(Session session, ChatTalk talk)
      throws IOException, InterruptedException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(session.world().in(), StandardCharsets.UTF_8));
    ExitCode last = ExitCode.NOTHING_TO_DO;
    boolean isAny = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        last = talk.say(line, new Cancellation());
        isAny = true;
      }
    }
    if (!isAny) {
      throw new CliException(
          ExitCode.NOTHING_TO_DO, "nothing was said", "say it in the command:  sbp chat TEXT");
    }
    return last;
  }
}
