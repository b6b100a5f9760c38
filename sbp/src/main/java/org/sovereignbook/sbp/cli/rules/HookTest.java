package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.frontend.automation.HookWiring;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.society.hooks.HookScript;
import org.sovereignbook.sbp.society.hooks.HookTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp hook test}: tries hooks on an event without executing their answers. */
@Command(
    name = "test",
    description = "which hooks an event is for; nothing is done",
    footer = {
      "The script runs with \"test\": true and may do nothing in this node; what it does elsewhere",
      "it does."
    })
@Synonyms({"run", "fire", "trigger"})
@Example("sbp hook test 1")
@Prints(HookTest.Tried.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no such event, or no such hook")
@ForOwner
final class HookTest extends NodeCommand {
  @Parameters(paramLabel = "EVENT", description = "its id or number, as sbp event list shows it")
  String event = "";

  @Option(names = "--run", paramLabel = "NAME", description = "run the script of this hook, too")
  Optional<String> name = Optional.empty();

  /**
   * The result of a trial.
   *
   * @param answer the script's output
   * @param problem why the answer is not valid
   */
  record Tried(List<Fits> hooks, Optional<String> answer, Optional<String> problem) {}

  /**
   * Whether an event triggers a hook.
   *
   * @param because the reason if it does not
   */
  record Fits(String hook, boolean fits, Optional<String> because) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    if (name.isPresent()) {
      new NodeAcceptance(session, node).require();
    }
    try (Ledger ledger = session.ledger(node)) {
      StoredEvent found =
          ledger
              .read(tx -> new EventLog(tx).find(event))
              .orElseThrow(
                  () ->
                      CliException.notFound(
                          "no event " + PeerText.quote(event), "all of them:  sbp event list"));
      Map<String, HookScript.Found> scripts = HookScript.all(node);
      HookTrial trial = new HookTrial(ledger, HookWiring.programs(session, node), found);
      List<Fits> fits = new ArrayList<>();
      scripts.forEach(
          (hook, script) -> {
            Optional<String> why = trial.mismatch(script);
            fits.add(new Fits(hook, why.isEmpty(), why));
          });
      Optional<HookTrial.Answer> answer = Optional.empty();
      if (name.isPresent()) {
        HookScript.Found script =
            Optional.ofNullable(scripts.get(name.get()))
                .orElseThrow(
                    () ->
                        CliException.notFound(
                            "no script of this name", "all of them:  sbp hook list"));
        answer = Optional.of(trial.run(script));
      }
      return show(
          session.output(),
          new Tried(
              fits,
              answer.flatMap(HookTrial.Answer::printed),
              answer.flatMap(HookTrial.Answer::problem)));
    }
  }

  private static ExitCode show(Output output, Tried tried) {
    Table table = Table.of("HOOK", "MATCHES", "").whole("HOOK");
    for (Fits each : tried.hooks()) {
      table.row(
          PeerText.plain(each.hook()),
          each.fits() ? "yes" : "no",
          PeerText.plain(each.because().orElse("")));
    }
    output.table(table, "no hooks");
    tried.answer().ifPresent(output::text);
    tried.problem().ifPresent(problem -> output.warning(PeerText.plain(problem)));
    output.json(tried);
    return tried.problem().isPresent() ? ExitCode.FAILED : ExitCode.DONE;
  }
}
