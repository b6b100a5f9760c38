package org.sovereignbook.sbp.cli.rules;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.automation.HookWiring;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.society.hooks.Dispatch;
import org.sovereignbook.sbp.society.hooks.HooksSettings;
import org.sovereignbook.sbp.society.hooks.Webhook;
import org.sovereignbook.sbp.society.hooks.WebhookServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp hook serve}: the process of {@code sbp up} for hooks and webhooks. */
@Command(name = "serve", description = "take webhooks on loopback, and run hooks that are due")
@Example("sbp hook serve --port 8463")
@Prints(HookServe.Serving.class)
@Exit(code = ExitCode.REFUSED, means = "the port is taken")
@ForOwner
final class HookServe extends NodeCommand {
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
    session.world().onEndOfParent(() -> System.exit(ExitCode.INTERRUPTED.number()));
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
        while (!stop.isAsked()) {
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

  private static void report(Session session, Node node, Optional<WebhookServer.Serving> webhooks) {
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
