package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp web}: the node's page for its owner, on loopback, until Ctrl-C or SIGTERM. */
@Command(
    name = "web",
    description = "a page to look at, for you alone",
    subcommands = WebOpen.class)
@Synonyms(
    value = {"page", "ui", "browser", "dashboard"},
    options = {
      "--host: it is served on 127.0.0.1 only; from elsewhere:  ssh -L 8464:127.0.0.1:8464 HOST",
      "--bind: it is served on 127.0.0.1 only; from elsewhere:  ssh -L 8464:127.0.0.1:8464 HOST"
    })
@Example("sbp web --port 8464 --no-open")
@Prints(WebCommand.Serving.class)
@Exit(code = ExitCode.REFUSED, means = "the port is taken")
@Exit(code = ExitCode.BUSY, means = "the page is served already; sbp web open opens it")
@ForOwner
public final class WebCommand extends NodeCommand {
  private static final int NEXT_PORTS = 20;
  private static final int MAX_PORT = 65_535;

  @Option(names = "--port", paramLabel = "PORT", description = "instead of web.port; 0 is any")
  @Range.Of(min = 0, max = 65_535)
  Optional<Integer> port = Optional.empty();

  @Option(names = "--no-open", description = "open no browser")
  boolean noOpen;

  @Option(names = "--locked", description = "issue no token; sbp web open does")
  boolean locked;

  /**
   * The page that is served.
   *
   * @param url with a token in its fragment, if one was issued
   */
  record Serving(String url, LocalPath home) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    WebSettings.ALL.checked(node.config());
    String secret = node.randomId() + node.randomId();
    try (NodeLock _ =
            NodeLock.tryAcquire(WebPlace.lock(node), "sbp web", node.now(), node.randomId())
                .orElseThrow(
                    () ->
                        new CliException(
                            ExitCode.BUSY,
                            "the page of this node is served already",
                            "open it:  sbp web open"));
        Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      boolean isOwner = !locked && isOwner(session, ledger);
      serve(session, ledger, secret, isOwner);
      return ExitCode.DONE;
    }
  }

  /**
   * Returns whether the caller is the owner: a process that no agent has started and, while agents
   * hold tokens, one that knows the passphrase.
   */
  private static boolean isOwner(Session session, Ledger ledger) {
    HeldTokens.revokeLeft(ledger);
    if (!ledger.<Boolean>read(tx -> new ProofRule(tx).isNeeded())) {
      return true;
    }
    OwnerPresence presence = new OwnerPresence(session);
    if (presence.problem().isPresent()) {
      return false;
    }
    ProofRule.Proof least = ledger.<ProofRule.Proof>read(tx -> new ProofRule(tx).proof());
    String why = "agents hold tokens, and a page shows and does what you may";
    presence.require(
        ledger,
        SocietyCommand.call(session, "web", List.of()),
        new OwnerPresence.Demand(least, why, new OwnerOptions()));
    return true;
  }

  /**
   * Starts at the configured port; beside another node's page, {@code sbp up} takes the next free
   * one, which is mostly the same each time.
   */
  private WebServer start(Session session, Ledger ledger, int wanted, String secret)
      throws IOException {
    try {
      return WebServer.start(session, ledger, wanted, secret);
    } catch (BindException e) {
      if (!locked || port.isPresent()) {
        throw e;
      }
      return beside(session, ledger, wanted, secret);
    }
  }

  private static WebServer beside(Session session, Ledger ledger, int wanted, String secret)
      throws IOException {
    for (int next = wanted + 1; next <= Math.min(wanted + NEXT_PORTS, MAX_PORT); next++) {
      try {
        return WebServer.start(session, ledger, next, secret);
      } catch (BindException e) {
        // Taken, too.
      }
    }
    return WebServer.start(session, ledger, 0, secret);
  }

  private void serve(Session session, Ledger ledger, String secret, boolean isOwner)
      throws InterruptedException {
    Node node = ledger.node();
    int wanted = port.orElse(node.config().get(WebSettings.PORT));
    try (WebServer server = start(session, ledger, wanted, secret);
        AtExit _ = AtExit.run("stop of web", server::close)) {
      session.world().onEndOfParent(server::close);
      Path place = WebPlace.file(node);
      node.disk().writePrivate(place, new WebPlace(server.port(), secret).bytes());
      String url = server.address() + (isOwner ? "#" + server.token() : "");
      session.output().line(url);
      if (!isOwner && !locked) {
        session.output().note("agents hold tokens, so this printed none; open it:  sbp web open");
      }
      session.output().json(new Serving(url, new LocalPath(node.home().root())));
      if (isOwner && !noOpen) {
        Browser.open(session, node, url);
      }
      server.awaitClose();
      node.disk().delete(place);
      node.disk().delete(WebPlace.page(node));
    } catch (IOException e) {
      throw CliException.refused(
          "cannot listen on port " + wanted + ": " + IoWords.of(e),
          "another one:  sbp web --port 0");
    }
  }
}
