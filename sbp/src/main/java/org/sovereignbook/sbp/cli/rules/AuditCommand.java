package org.sovereignbook.sbp.cli.rules;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.AuditEntry;
import org.sovereignbook.sbp.authority.ledger.AuditLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.cli.work.EventOptions;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.NumberedList;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp audit}: all decisions on access, and the integrity of the audit log. */
@Command(
    description = "list decisions; verify the trail",
    subcommands = {
      AuditCommand.ListDecisions.class,
      AuditCommand.Show.class,
      AuditCommand.Export.class,
      AuditCommand.Verify.class
    })
@Example("sbp audit list --decision deny --since 1d")
@Prints(AuditCommand.Decisions.class)
public final class AuditCommand extends BareCommand {
  /**
   * A page of decisions, newest first.
   *
   * @param before the value for {@code --before} on the next page; absent on the last page
   */
  record Decisions(List<AuditView> decisions, Optional<Long> before, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    return new ListDecisions().run(session);
  }

  /** A selection of decisions. */
  static final class Wanted {
    @Option(
        names = "--for",
        paramLabel = "WHO",
        description = "only for this principal: an agent's name, owner, system, peer:KEY …")
    Optional<String> who = Optional.empty();

    @Option(names = "--tool", paramLabel = "TOOL", description = "only on this: task_claim")
    Optional<String> tool = Optional.empty();

    @Option(
        names = "--decision",
        paramLabel = "WORD",
        description = "allow or deny; of grants created, used, expired, revoked")
    Optional<String> decision = Optional.empty();

    @Option(names = "--event", paramLabel = "ID", description = "only on this event")
    Optional<String> event = Optional.empty();

    @Option(names = "--grant", paramLabel = "ID", description = "the life of this grant or request")
    Optional<String> grant = Optional.empty();

    @Option(
        names = "--since",
        paramLabel = "TIME",
        description = "not before 2026-03-17T12:00:00Z, or so long ago: 90s, 30m, 12h, 7d")
    Optional<String> since = Optional.empty();

    @Option(
        names = "--until",
        paramLabel = "TIME",
        description = "before then, said likewise; a day counts whole")
    Optional<String> until = Optional.empty();

    void check(Session session) {
      EventOptions.check(session, since, until);
    }

    AuditLog.Filter filter(Transaction tx) {
      Optional<Agent> agent =
          who.isPresent() ? Agents.living(tx, who.get()) : Optional.<Agent>empty();
      ZonedDateTime now = tx.now().atZone(AccessSettings.zone(tx.config()));
      return new AuditLog.Filter(
          agent.map(one -> one.principal().text()).or(() -> who),
          tool,
          decision,
          event,
          grant,
          since.map(given -> EventOptions.time("--since", given, now, SpokenTime.Side.PAST)),
          until.map(given -> EventOptions.time("--until", given, now, SpokenTime.Side.UNTIL)));
    }
  }

  @Command(name = "list", description = "decisions, newest first")
  @Example("sbp audit list --for reader -n 50")
  @Prints(Decisions.class)
  @ForOwner
  static final class ListDecisions extends NumberedList<AuditView> {
    @Mixin Wanted wanted = new Wanted();

    ListDecisions() {
      super(PageOptions.cut(20, "sbp audit show NUMBER"));
    }

    @Override
    public ExitCode run(Session session) {
      wanted.check(session);
      Listed<AuditView> listed = listed(session, this::read, AuditView::seq);
      Table table =
          Table.of("NUMBER", "AGE", "DECISION", "FOR", "BY", "TOOL", "REASON").whole("NUMBER");
      for (AuditView one : listed.rows()) {
        table.row(
            Long.toString(one.seq()),
            Wording.age(Optional.of(one.at()), session.now()),
            one.decision(),
            one.who(listed.names()),
            PeerText.plain(one.said().channel()),
            PeerText.plain(one.said().tool()),
            one.reason(listed.names()));
      }
      Output output = session.output();
      return output.list(
          new Decisions(listed.rows(), listed.before(), listed.end()),
          listed.end(),
          table,
          "no such decisions");
    }

    private List<AuditView> read(Transaction tx, long before, int most) {
      return new AuditLog(tx)
          .before(before, wanted.filter(tx), most).stream().map(AuditView::of).toList();
    }
  }

  @Command(name = "show", description = "show one decision whole")
  @Example("sbp audit show 1")
  @Prints(AuditView.Whole.class)
  @ForOwner
  static final class Show extends NodeCommand {
    @Parameters(paramLabel = "NUMBER", description = "its number")
    long number = 0;

    /** A decision read from the database with its names. */
    private record Shown(AuditView.Whole whole, Map<String, String> names) {}

    @Override
    public ExitCode run(Session session) {
      try (Ledger ledger = session.begunLedger()) {
        Shown found =
            ledger.read(
                tx -> {
                  AuditLog log = new AuditLog(tx);
                  AuditEntry entry = log.find(number).orElseThrow(() -> unknown(number));
                  return new Shown(
                      new AuditView.Whole(
                          AuditView.of(entry),
                          tx.authority(entry.said().authorityId()),
                          log.detail(entry)),
                      ScreenNames.agents(tx));
                });
        found
            .whole()
            .print(session.output(), new ScreenNames(session, found.names()), session.now());
        session.output().json(found.whole());
      }
      return ExitCode.DONE;
    }
  }

  @Command(name = "export", description = "export decisions as JSON Lines, oldest first")
  @Example("sbp audit export --since 30d decisions.jsonl")
  @Prints(Export.Exported.class)
  @ForOwner
  static final class Export extends NodeCommand {
    @Mixin Wanted wanted = new Wanted();

    @Parameters(paramLabel = "FILE", description = "where to; it must not be there yet")
    Path file = Path.of("decisions.jsonl");

    /** The exported file. */
    record Exported(LocalPath file, long decisions) {}

    @Override
    public ExitCode run(Session session) {
      wanted.check(session);
      Path target = session.world().path(file);
      if (Files.exists(target)) {
        throw CliException.refused(target + " is there already", "take another name");
      }
      long count = 0;
      try (BufferedWriter lines = writer(target)) {
        Optional<Ledger> opened = session.ledgerIfAny(session.node());
        if (opened.isPresent()) {
          try (Ledger ledger = opened.get()) {
            count = ledger.snapshot(tx -> export(tx, lines));
          }
        }
      } catch (IOException e) {
        throw new DiskException("cannot write", target, e);
      } catch (UncheckedIOException e) {
        throw new DiskException("cannot write", target, Objects.requireNonNull(e.getCause()));
      }
      session.output().line("wrote %s to %s".formatted(Wording.counted(count, "decision"), target));
      return session.output().done(new Exported(new LocalPath(target), count));
    }

    private long export(Transaction tx, BufferedWriter lines) {
      long[] count = {0};
      new AuditLog(tx)
          .each(
              wanted.filter(tx),
              (entry, detail) -> {
                count[0]++;
                put(lines, new AuditView.Whole(AuditView.of(entry), Optional.empty(), detail));
              });
      return count[0];
    }

    private static BufferedWriter writer(Path file) throws IOException {
      Files.createFile(file, OwnerOnly.file(file.toAbsolutePath().resolveSibling("")));
      return Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    }

    private static void put(BufferedWriter lines, AuditView.Whole decision) {
      try {
        lines.write(JsonWriter.compact(Shape.write(decision)));
        lines.write('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Command(
      name = "verify",
      description = "is every decision there, unchanged and in its place",
      footer = {
        "Each row holds a hash of itself and of the one before it; what was removed because it was",
        "old, and how far the chains go, is sealed with the node's key, in the database and beside",
        "it. Whoever has the key could write all of it anew: keep the heads elsewhere, and give",
        "them later."
      })
  @Example("sbp audit verify")
  @Prints(AuditCheck.AuditReport.class)
  @Exit(code = ExitCode.NOT_VALID, means = "something is not as it was written")
  @ForOwner
  static final class Verify extends NodeCommand {
    @Option(
        names = "--head",
        paramLabel = "HEAD",
        description = "the end of a chain that an earlier run has printed: it must still be there")
    List<String> heads = new ArrayList<>();

    @Option(names = "--heads", description = "print the ends of the chains, to be kept elsewhere")
    boolean printHeads = false;

    @Override
    public ExitCode run(Session session) {
      Output output = session.output();
      AuditCheck.AuditReport verdict = verdict(session);
      verdict
          .findings()
          .forEach(
              found ->
                  output.line(
                      Style.FAIL.on(Words.of(found.kind()).replace('_', ' '))
                          + "  "
                          + PeerText.plain(found.what())));
      if (verdict.isIntact()) {
        output.line(
            Style.PASS.on("intact")
                + "  "
                + Wording.counted(verdict.rows(), "decision")
                + ", each as it was written");
      }
      if (printHeads) {
        verdict.heads().forEach(head -> output.line("head  " + head));
      }
      output.json(verdict);
      return verdict.isIntact() ? ExitCode.DONE : ExitCode.NOT_VALID;
    }

    private AuditCheck.AuditReport verdict(Session session) {
      Optional<Ledger> opened = session.ledgerIfAny(session.node());
      if (opened.isEmpty()) {
        return new AuditCheck.AuditReport(0, List.of(), List.of());
      }
      try (Ledger ledger = opened.get()) {
        return AuditCheck.run(ledger, heads);
      } catch (IllegalArgumentException e) {
        throw CliException.wrong(String.valueOf(e.getMessage()));
      }
    }
  }

  private static CliException unknown(long number) {
    return CliException.notFound(
        "no decision has the number " + number, "the latest:  sbp audit list");
  }
}
