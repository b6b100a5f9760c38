package org.sovereignbook.sbp.frontend.web;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
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
    return new WebServing(session, session.node(), port, locked, session.output()::log)
        .run(
            ledger -> {
              boolean isOwner = !locked && isOwner(session, ledger);
              return server -> host(session, ledger.node(), server, isOwner);
            });
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

  private void host(Session session, Node node, WebServer server, boolean isOwner)
      throws InterruptedException {
    try (AtExit _ = AtExit.run("stop of web", server::close)) {
      session.world().onEndOfParent(server::close);
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
    }
  }
}
