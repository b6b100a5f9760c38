package org.sovereignbook.sbp.cli.sessions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionFile;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands of the owner's on whole sessions: compaction, files. */
final class SessionFiles {
  private static final int MAX_FILE_BYTES = 512 << 20;

  private SessionFiles() {}

  @Command(name = "compact", description = "summarize it")
  @Example("sbp session compact main")
  @Prints(Compact.Compacted.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it would make nothing smaller")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
  @ForOwner
  static final class Compact extends NodeCommand {
    @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
    String label = "";

    /**
     * The compaction.
     *
     * @param by who made the summary: {@code rules}, or a model by its name
     */
    record Compacted(String session, Optional<String> turn, boolean changed, Optional<String> by) {}

    @Override
    public ExitCode run(Session session) throws Exception {
      Output output = session.output();
      Node node = session.node();
      try (Ledger ledger = session.ledger(node);
          LentLedger.Lending _ = session.lend(ledger);
          TurnRunner runner = new TurnRunner(session, ledger, TurnRunner.backend(session, node))) {
        String of = ledger.read(tx -> new Sessions(tx).require(label)).label();
        if (ledger.<Boolean>read(tx -> new TurnLog(tx).running(of).isPresent())) {
          throw CliException.refused("a turn of " + of + " is running");
        }
        Optional<AgentTurn> made = runner.compact(of, new Cancellation());
        output.line(made.map(TurnWords::compacted).orElse("nothing to compact"));
        output.json(
            new Compacted(
                of, made.map(AgentTurn::id), made.isPresent(), made.map(AgentTurn::summarizedBy)));
        return made.isPresent() ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
      } catch (LlmException e) {
        throw CliException.refused(e.getMessage());
      }
    }
  }

  @Command(name = "export", description = "write it")
  @Example("sbp session export main main.jsonl")
  @Prints(Moved.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
  @ForOwner
  static final class Export extends NodeCommand {
    @Parameters(index = "0", paramLabel = "SESSION", description = SessionCommand.LABEL)
    String label = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "a new file")
    Path file = Path.of("");

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      Path target = session.world().path(file);
      if (session.world().disk().exists(target)) {
        throw CliException.refused(target + " exists");
      }
      try (Ledger ledger = session.ledger(node)) {
        List<String> lines = new ArrayList<>();
        ledger.<Boolean>snapshot(
            tx -> {
              lines.clear();
              new SessionFile(tx).write(label, lines::add);
              return true;
            });
        session
            .world()
            .disk()
            .writePrivate(
                target, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        session.output().line(target + ": " + (lines.size() - 1) + " turns");
        return session.output().done(new Moved(label, new LocalPath(target), lines.size() - 1));
      }
    }
  }

  /** The session and its file. */
  record Moved(String session, LocalPath file, int turns) {}

  @Command(
      name = "import",
      description = "read one",
      footer = "It says itself who caused its turns: read only files whose writer you trust.")
  @Example("sbp session import main.jsonl --label copy")
  @Prints(Moved.class)
  @Exit(code = ExitCode.REFUSED, means = "there is a session of this label")
  @ForOwner
  static final class Import extends WideningNodeCommand {
    @Parameters(paramLabel = "FILE", description = "an exported session")
    Path file = Path.of("");

    @Option(
        names = "--label",
        paramLabel = "NAME",
        description = "the new session's label, instead of that in the file")
    Optional<String> label = Optional.empty();

    @Override
    public ExitCode run(Session session) throws IOException {
      Output output = session.output();
      Path source = session.world().path(file);
      List<String> lines =
          TextInput.read(session.world(), source.toString(), MAX_FILE_BYTES)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      try (Ledger ledger = session.ledger(session.node())) {
        AgentSession made =
            ledger.write(
                tx -> {
                  Authority owner = Access.decide(tx, Principal.OWNER, "command").authority();
                  return new SessionFile(tx).read(lines, label, owner);
                });
        output.line(made.label() + ": " + (lines.size() - 1) + " turns");
        return output.done(new Moved(made.label(), new LocalPath(source), lines.size() - 1));
      }
    }
  }
}
