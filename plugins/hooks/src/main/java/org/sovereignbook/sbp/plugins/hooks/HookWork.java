package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands in which hooks run: a trial, a question of one to a model, the process for all. */
final class HookWork {
  private HookWork() {}

  @Command(
      name = "test",
      description = "which hooks an event is for; nothing is done",
      footer = {
        "The script runs with \"test\": true and may do nothing in this node; what it does"
            + " elsewhere",
        "it does."
      })
  @Synonyms({"run", "fire", "trigger"})
  @Example("sbp hook test 1")
  @Prints(Try.Tried.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "no such event, or no such hook")
  @ForOwner
  static final class Try extends NodeCommand {
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

  @Command(
      name = "ask",
      description = "ask the node's model, from a hook that runs and was accepted for it",
      footer = "What others wrote goes through --data, so that it stays data to the model.")
  @Example("sbp hook ask 'Is this spam? Answer yes or no.' --data")
  @Prints(Ask.Answered.class)
  @Exit(code = ExitCode.REFUSED, means = "no hook that may ask runs, or a limit is reached")
  @AgentAccess(data = DataAccess.NONE)
  static final class Ask extends NodeCommand {
    private static final int MAX_DATA_BYTES = 262_144;

    @Parameters(arity = "1..*", paramLabel = "PROMPT", description = "what is asked")
    List<String> words = List.of();

    @Option(names = "--data", description = "what it is asked about comes on standard input")
    boolean data;

    record Answered(String answer) {}

    @Override
    public ExitCode run(Session session) throws Exception {
      Optional<String> run =
          Optional.ofNullable(session.world().environment().get(HookPrograms.RUN_VARIABLE));
      Optional<String> token = SocietyCommand.token(session.world());
      if (run.isEmpty() || token.isEmpty()) {
        throw CliException.refused("only a hook that runs may ask a model");
      }
      Optional<String> text =
          data
              ? Optional.of(TextInput.standardInput(session.world(), MAX_DATA_BYTES))
              : Optional.empty();
      Node node = session.node();
      new NodeAcceptance(session, node).require();
      try (Ledger ledger = session.ledger(node)) {
        String agent =
            ledger.write(
                tx ->
                    Agents.caller(tx, Optional.empty(), token)
                        .agent()
                        .map(it -> it.id().hex())
                        .orElse(""));
        String answer;
        try {
          answer =
              new ModelQuestion(String.join(" ", words), text)
                  .ask(ledger, session.backend(node, Optional.empty()), run.get(), agent);
        } catch (LlmException e) {
          if (e.kind() != LlmException.Kind.SETUP) {
            throw e;
          }
          throw CliException.refused(
              e.getMessage(),
              "a hook has only those variables that its declaration names:  credentials: [NAME]");
        }
        session.output().text(answer);
        return session.output().done(new Answered(answer));
      }
    }
  }

  @Command(name = "serve", description = "take webhooks on loopback, and run hooks that are due")
  @Example("sbp hook serve --port 8463")
  @Prints(Serve.Serving.class)
  @Exit(code = ExitCode.REFUSED, means = "the port is taken")
  @ForOwner
  static final class Serve extends NodeCommand {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final Duration A_ROUND = Duration.ofMinutes(1);

    @Option(names = "--port", paramLabel = "PORT", description = "instead of hooks.webhook_port")
    Optional<Integer> port = Optional.empty();

    /**
     * The running server.
     *
     * @param url the address of webhooks, to which a name is appended; absent when there are none
     */
    record Serving(Optional<String> url, LocalPath home) {}

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      Node node = session.node();
      new NodeAcceptance(session, node).require();
      HooksSettings.ALL.checked(node.config());
      // As for the server: if `sbp up` was killed, its successor needs the port.
      session.world().endWithParent();
      Semaphore wake = new Semaphore(0);
      try (GracefulStop stop = HookWiring.stop(session, node, wake::release)) {
        serve(session, node, wake, stop);
        stop.end();
      }
      return ExitCode.DONE;
    }

    private void serve(Session session, Node node, Semaphore wake, GracefulStop stop)
        throws InterruptedException {
      Optional<WebhookServer.Serving> webhooks = Optional.empty();
      try (Ledger ledger = session.ledger(node)) {
        try {
          report(session, node, Optional.empty());
          while (!stop.isAsked() && isOn(node)) {
            if (webhooks.isEmpty() && !Webhook.all(node).isEmpty()) {
              webhooks = Optional.of(listen(session, ledger, wake));
              report(session, node, webhooks);
            }
            round(session, ledger, stop);
            boolean _ = wake.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            int _ = wake.drainPermits();
          }
        } finally {
          webhooks.ifPresent(WebhookServer.Serving::close);
        }
      }
    }

    private static boolean isOn(Node node) {
      return Features.on(node).find(HooksFeature.NAME).isPresent();
    }

    private static void report(
        Session session, Node node, Optional<WebhookServer.Serving> webhooks) {
      Optional<String> url = webhooks.map(it -> it.address().toString());
      session.output().line(url.map(at -> "webhooks at " + at + "NAME").orElse("hooks are served"));
      session.output().jsonLine(new Serving(url, new LocalPath(node.home().root())));
    }

    private WebhookServer.Serving listen(Session session, Ledger ledger, Semaphore wake) {
      int wanted = port.orElse(ledger.node().config().get(HooksSettings.WEBHOOK_PORT));
      try {
        return WebhookServer.start(ledger, wanted, wake::release, session.output()::log);
      } catch (IOException e) {
        throw CliException.refused(
            "cannot listen on port " + wanted + ": " + IoWords.of(e),
            "another one:  sbp config set " + HooksSettings.WEBHOOK_PORT.key() + " PORT");
      }
    }

    private static void round(Session session, Ledger ledger, GracefulStop stop)
        throws InterruptedException {
      Dispatch dispatch = HookWiring.dispatch(session, ledger);
      Dispatch.Done done = dispatch.run(A_ROUND, stop::isAsked);
      if (done.runs() > 0) {
        session.output().line(done.toString());
        if (ledger.read(HandOver::isWaiting)) {
          session.handOver(ledger);
        }
      }
    }
  }
}
