package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.PlainWords;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.PeerTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp peers}: the peer table, read and changed (AGENT.md, trust model). */
@Command(
    description = "list, add, trust, block peers",
    subcommands = {
      PeersCommand.ListPeers.class,
      PeersCommand.Show.class,
      PeersAdd.class,
      PeersCommand.Trust.class,
      PeersCommand.Block.class,
      PeersCommand.Unblock.class,
      PeersCommand.Remove.class
    })
final class PeersCommand implements Subcommand {
  static final String PEER = "a name, fingerprint, endpoint, or the beginning of a key";

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public Contract contract() {
    return Contract.prints(PeerView.All.class);
  }

  @Override
  public boolean understands(PlainWords words) {
    return words.isBare();
  }

  @Override
  public ExitCode run(Session session) {
    return list(session);
  }

  private static ExitCode list(Session session) {
    Node node = session.node();
    PeerTable peers = session.peers(node);
    Table table = PeerView.table(peers, node.now());
    if (table.isEmpty()) {
      session.output().line("no peers yet; meet one:  sbp follow URL");
    } else {
      table.lines().forEach(session.output()::line);
    }
    session.output().json(PeerView.All.of(peers));
    peers
        .problems()
        .forEach(
            problem ->
                session.output().note(node.home().peers() + ": " + problem + "; the row is kept"));
    return ExitCode.DONE;
  }

  @Command(name = "list", description = "show all peers (the same as: sbp peers)")
  static final class ListPeers implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public Contract contract() {
      return Contract.prints(PeerView.All.class);
    }

    @Override
    public ExitCode run(Session session) {
      return list(session);
    }
  }

  @Command(name = "show", description = "show everything about one peer")
  static final class Show implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Parameters(paramLabel = "PEER", description = PEER)
    String peer = "";

    @Override
    public Contract contract() {
      return Contract.prints(PeerView.class);
    }

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      var found = PeerFinder.find(session.peers(node), peer);
      PeerView.lines(found, node.now()).forEach(session.output()::line);
      session.output().json(PeerView.of(found));
      return ExitCode.DONE;
    }
  }

  @Command(name = "trust", description = "trust a peer; only you can")
  static final class Trust implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Parameters(paramLabel = "PEER", description = PEER)
    String peer = "";

    @Override
    public Contract contract() {
      return PeerEdit.contract();
    }

    @Override
    public ExitCode run(Session session) {
      return new PeerEdit(session, peer, "trusted", p -> p.withTrust(TrustState.TRUSTED)).run();
    }
  }

  @Command(name = "block", description = "refuse everything from a peer, and send it nothing")
  static final class Block implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Parameters(paramLabel = "PEER", description = PEER)
    String peer = "";

    @Override
    public Contract contract() {
      return PeerEdit.contract();
    }

    @Override
    public ExitCode run(Session session) {
      return new PeerEdit(
              session,
              peer,
              "blocked",
              p -> p.withTrust(TrustState.BLOCKED).withSubscribed(false).withSubscriber(false))
          .run();
    }
  }

  @Command(name = "unblock", description = "make a blocked peer known again")
  static final class Unblock implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Parameters(paramLabel = "PEER", description = PEER)
    String peer = "";

    @Override
    public Contract contract() {
      return PeerEdit.contract();
    }

    @Override
    public ExitCode run(Session session) {
      return new PeerEdit(
              session,
              peer,
              "not blocked",
              p -> p.trust() == TrustState.BLOCKED ? p.withTrust(TrustState.KNOWN) : p)
          .run();
    }
  }

  @Command(name = "remove", description = "forget a peer")
  static final class Remove implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Option(names = "--force", description = "also one that follows us, is followed, or is blocked")
    boolean force;

    @Parameters(paramLabel = "PEER", description = PEER)
    String peer = "";

    @Override
    public Contract contract() {
      return Contract.prints(PeerView.Removed.class)
          .exit(ExitCode.REFUSED, "it has ties to us; --force removes it anyway")
          .holdsNode();
    }

    @Override
    public ExitCode run(Session session) {
      return PeerRemoval.run(session, peer, force);
    }
  }
}
