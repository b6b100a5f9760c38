package org.sovereignbook.sbp.cli.memory;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.Novelty;
import org.sovereignbook.sbp.society.memory.PerMille;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory novelty}: what of a text is worth remembering. */
@Command(
    name = "novelty",
    description = "find what of a text is worth remembering; writes nothing",
    footer = "By patterns only, without a model.")
@Example("sbp memory novelty 'from now on we release on Tuesdays'")
@Tool(name = "memory_analyze_novelty", set = Toolset.MEMORY, shows = Tool.Text.OWN, reads = true)
@Tool.Says(
    "Finds by patterns what of a text is worth remembering: decisions, preferences, insights,"
        + " blockers. Returns the sentences and a score; write those that matter with"
        + " memory_write_warm.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class NoveltyCommand extends SocietyCommand<NoveltyCommand.NoveltyView> {
  private static final int MAX_INPUT_BYTES = 1 << 20;
  private static final BigDecimal MOST = new BigDecimal(1_000);

  @Parameters(paramLabel = "TEXT", arity = "0..*", description = "the text; - for standard input")
  @ToolArgument.Of(text = "the text")
  List<String> words = List.of();

  @Option(names = "--message", paramLabel = "TEXT", description = "one of several texts")
  @ToolArgument.Of(name = "messages", also = "message", text = "several texts")
  List<String> messages = List.of();

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description = {
        "the least score of a sentence to keep, from 0 to 1 (default ${DEFAULT-VALUE});",
        "a larger number is in per mille"
      })
  @ToolArgument.Of(text = "least score, from 0 to 1; a larger number is in per mille")
  BigDecimal threshold = PerMille.share(Novelty.PERSIST_FROM_PER_MILLE);

  /**
   * The result.
   *
   * @param score from 0 to 1
   * @param extracts the sentences with a signal
   * @param forPersistence those worth keeping
   */
  record NoveltyView(
      List<String> signals,
      BigDecimal score,
      List<Extract> extracts,
      List<Extract> forPersistence) {}

  /** A sentence, its signal, and the domain of a memory of it. */
  @Shape.Def("memory_extract")
  record Extract(String signal, BigDecimal confidence, String domain, String text) {}

  private List<String> texts = List.of();

  @Override
  protected void prepare(Session session) throws IOException {
    if (threshold.signum() < 0 || threshold.compareTo(MOST) > 0) {
      throw CliException.wrong("expected a score from 0 to 1, got " + threshold.toPlainString());
    }
    List<String> all = new ArrayList<>(messages);
    if (words.equals(List.of(TextInput.STANDARD_INPUT))) {
      all.add(TextInput.standardInput(session.world(), MAX_INPUT_BYTES));
    } else if (!words.isEmpty()) {
      all.add(String.join(" ", words));
    }
    if (all.isEmpty()) {
      throw SocietyException.wrong(
          "must_provide_text_or_messages",
          "memory novelty needs a text",
          "such as:  sbp memory novelty 'from now on we release on Tuesdays'");
    }
    texts = all;
  }

  @Override
  protected NoveltyView work(Transaction tx, Caller caller) {
    Novelty.Score score = Novelty.of(texts);
    return new NoveltyView(
        score.found().stream().map(Novelty.Found::signal).distinct().toList(),
        BigDecimal.valueOf(score.perMille(), 3),
        score.found().stream().map(NoveltyCommand::extract).toList(),
        score.found().stream()
            .filter(one -> one.perMille() >= least())
            .map(NoveltyCommand::extract)
            .toList());
  }

  private double least() {
    return threshold.compareTo(BigDecimal.ONE) > 0
        ? threshold.doubleValue()
        : threshold.movePointRight(3).doubleValue();
  }

  private static Extract extract(Novelty.Found found) {
    return new Extract(
        found.signal(),
        BigDecimal.valueOf(found.perMille(), 3),
        found.domain().toString(),
        found.extract());
  }

  @Override
  protected ExitCode show(Output output, NoveltyView analysis) {
    Table table = Table.of("SIGNAL", "SCORE", "DOMAIN", "TEXT");
    for (Extract one : analysis.extracts()) {
      table.row(
          one.signal(), one.confidence().toPlainString(), one.domain(), PeerText.plain(one.text()));
    }
    output.table(table, "nothing worth remembering");
    return output.done(analysis);
  }
}
