package org.sovereignbook.sbp.cli.sessions;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp session compare}: where two conversations part, and how each goes on. */
@Command(name = "compare", description = "two forks, from where they part")
@Example("sbp session compare main fork-01kaj3q0v5m0j8z2n4t6r8w0y2")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
@Prints(SessionCompare.Compared.class)
@ForOwner
final class SessionCompare extends NodeCommand {
  private static final int TEXT_CHARACTERS = 4_000;
  private static final int LINE_CHARACTERS = 300;

  @Parameters(index = "0", paramLabel = "SESSION", description = SessionCommand.LABEL)
  String label = "";

  @Parameters(index = "1", paramLabel = "OTHER", description = "the other one")
  String other = "";

  @Option(
      names = {"-n", PageOptions.LIMIT},
      paramLabel = "N",
      description = "the most turns of each to show, the newest (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 1_000)
  int limit = 20;

  /**
   * Two conversations.
   *
   * @param common the newest turn of both; empty when they have none
   * @param shared the number of turns of both
   * @param sides the first and the second one
   */
  record Compared(Optional<String> common, int shared, List<Side> sides) {}

  /**
   * One of them.
   *
   * @param own the number of its turns behind the common one
   * @param turns the newest of these, also those that ended without an answer
   */
  @Shape.Def("session_side")
  record Side(String session, int own, List<Turn> turns) {}

  /**
   * Turn of one of them.
   *
   * @param asked its messages, and {@code answered} its answer, each cut
   * @param tools the names of those that were called
   */
  @Shape.Def("session_side_turn")
  record Turn(
      String turn,
      AgentTurn.Type type,
      TurnState status,
      Optional<String> why,
      @Shape.Inline Span span,
      Optional<String> model,
      String asked,
      String answered,
      List<String> tools) {
    static Turn of(TurnThread.Whole whole) {
      AgentTurn turn = whole.turn();
      return new Turn(
          turn.id(),
          turn.type(),
          turn.state(),
          turn.why(),
          Span.of(turn.startedAt(), turn.endedAt()),
          turn.usage().model(),
          said(whole, Stream.of(TurnMessage.Role.USER)),
          said(
              whole,
              Stream.of(
                  TurnMessage.Role.ASSISTANT, TurnMessage.Role.PARTIAL, TurnMessage.Role.SUMMARY)),
          whole.calls().stream().map(call -> call.name()).toList());
    }

    private static String said(TurnThread.Whole whole, Stream<TurnMessage.Role> roles) {
      Set<TurnMessage.Role> wanted = roles.collect(Collectors.toSet());
      return Cut.within(
          whole.messages().stream()
              .filter(message -> wanted.contains(message.role()))
              .map(message -> message.text().orElse("(erased)"))
              .filter(text -> !text.isBlank())
              .collect(Collectors.joining("\n\n")),
          TEXT_CHARACTERS);
    }
  }

  @Override
  public ExitCode run(Session session) {
    try (Ledger ledger = session.ledger(session.node())) {
      Compared compared = ledger.read(this::compared);
      show(session.output(), compared);
      return session.output().done(compared);
    }
  }

  private Compared compared(Transaction tx) {
    Sessions sessions = new Sessions(tx);
    AgentSession left = sessions.require(label);
    AgentSession right = sessions.require(other);
    List<String> ofLeft = new TurnThread(tx).ids(left.head());
    List<String> ofRight = new TurnThread(tx).ids(right.head());
    Set<String> known = new HashSet<>(ofLeft);
    Optional<String> common = ofRight.stream().filter(known::contains).findFirst();
    List<AgentTurn> leftTurns = own(tx, left, ofLeft, common);
    List<AgentTurn> rightTurns = own(tx, right, ofRight, common);
    return new Compared(
        common,
        common.map(turn -> ofLeft.size() - ofLeft.indexOf(turn)).orElse(0),
        List.of(
            side(tx, left, ofLeft, common, leftTurns),
            side(tx, right, ofRight, common, rightTurns)));
  }

  private static int behind(List<String> ids, Optional<String> common) {
    return common.map(ids::indexOf).orElse(ids.size());
  }

  private List<AgentTurn> own(
      Transaction tx, AgentSession of, List<String> ids, Optional<String> common) {
    TurnThread thread = new TurnThread(tx);
    int most = Math.min(limit, behind(ids, common));
    return Stream.concat(
            thread.withUnfinished(thread.newest(of.head(), most)).stream(),
            thread.unfinishedBehind(of).stream())
        .filter(turn -> common.isEmpty() || turn.id().compareTo(common.get()) > 0)
        .toList();
  }

  private static Side side(
      Transaction tx,
      AgentSession of,
      List<String> ids,
      Optional<String> common,
      List<AgentTurn> turns) {
    TurnThread thread = new TurnThread(tx);
    return new Side(
        of.label(),
        behind(ids, common),
        turns.stream().map(turn -> Turn.of(thread.whole(turn))).toList());
  }

  private static void show(Output output, Compared compared) {
    output.line(
        compared
            .common()
            .map(turn -> "%s in common, the last is %s".formatted(turns(compared.shared()), turn))
            .orElse("they have no turn in common"));
    for (Side side : compared.sides()) {
      output.line("");
      output.line("%s: %s of its own".formatted(PeerText.plain(side.session()), turns(side.own())));
      side.turns().forEach(turn -> show(output, turn));
    }
  }

  private static void show(Output output, Turn turn) {
    output.line("  " + turn.turn() + "  " + TurnWords.ended(turn.status(), turn.why()));
    output.line("    asked: " + line(turn.asked()));
    output.line("    answered: " + line(turn.answered()));
    if (!turn.tools().isEmpty()) {
      output.line("    tools: " + PeerText.plain(String.join(", ", turn.tools())));
    }
  }

  private static String turns(int number) {
    return number + (number == 1 ? " turn" : " turns");
  }

  private static String line(String text) {
    return PeerText.plain(Cut.within(text.replaceAll("\\s+", " "), LINE_CHARACTERS));
  }
}
