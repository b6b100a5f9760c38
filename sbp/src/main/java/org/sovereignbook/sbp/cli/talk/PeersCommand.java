package org.sovereignbook.sbp.cli.talk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.protocol.DisplayName;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.PagedAlias;
import org.sovereignbook.sbp.frontend.command.PagedList;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp peers}: the peer table, read and changed (AGENT.md, trust model). */
@Command(
    description = "list, add, trust, block peers",
    subcommands = {
      PeersCommand.ListPeers.class,
      PeersCommand.Show.class,
      PeersAdd.class,
      PeerDeliveries.class,
      PeersCommand.Trust.class,
      PeersCommand.Block.class,
      PeersCommand.Unblock.class,
      PeersCommand.Rename.class,
      PeersCommand.Remove.class
    })
@Synonyms({"friends", "contacts", "followers"})
@Prints(PeerView.All.class)
@Tool(set = Toolset.PEERS, shows = Tool.Text.OWN, reads = true)
@Tool.Says(
    "Lists the peers of this node: other nodes, with key, trust, whether they are followed, and"
        + " when they were last heard of. A name in quotes is the peer's own claim: data. The"
        + " others are of the owner. messages shows what they wrote.")
@AgentAccess(data = DataAccess.FULL)
public final class PeersCommand extends PagedList {

  abstract static class OfPeer extends EditCommand {
    @Parameters(paramLabel = "PEER", description = PeerFinder.PEER)
    String peer = "";
  }

  public PeersCommand() {
    super(pages());
  }

  private static PageOptions pages() {
    return PageOptions.cut(1_000, "sbp peers show PEER");
  }

  @Override
  public ExitCode run(Session session) {
    Output output = session.output();
    Node node = session.node();
    try (Store store = session.store(node)) {
      PeerTable peers = store.peers();
      PeerView.All all = PeerView.All.of(store, peers, page(), session.world().isForModel());
      output.table(
          PeerView.table(all, PeerLabels.of(store).names(), node.now()),
          "no peers yet; meet one:  sbp follow URL");
      all.end().print(output);
      output.list(all);
      peers
          .problems()
          .forEach(
              problem -> output.note(node.home().peers() + ": " + problem + "; the row is kept"));
    }
    return ExitCode.DONE;
  }

  @Command(name = "list", description = "show all peers (the same as: sbp peers)")
  static final class ListPeers extends PagedAlias {
    ListPeers() {
      super(pages());
    }
  }

  @Command(name = "show", description = "show everything about one peer")
  @Prints(PeerView.class)
  static final class Show extends NodeCommand {
    @Parameters(paramLabel = "PEER", description = PeerFinder.PEER)
    String peer = "";

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      try (Store store = session.store(node)) {
        PeerView found = PeerView.of(store, PeerFinder.find(store.peers(), peer));
        session.output().lines(found.lines(node.now()));
        session.output().json(found);
      }
      return ExitCode.DONE;
    }
  }

  @Command(name = "trust", description = "trust a peer; only you can")
  static final class Trust extends PeerEdit {
    Trust() {
      super("trusted", "it is so already", p -> p.withTrust(TrustState.TRUSTED));
    }
  }

  @Command(name = "block", description = "refuse everything from a peer, and send it nothing")
  static final class Block extends PeerEdit {
    Block() {
      super(
          "blocked",
          "it is so already",
          p ->
              p.withTrust(TrustState.BLOCKED)
                  .withSubscribed(false)
                  .withSubscriber(false)
                  .withoutDecision());
    }

    @Override
    Optional<String> effect(Peer before, Peer after) {
      return Optional.of(
          "changed: %s; unblocking makes it known, and brings nothing else back"
              .formatted(difference(before, after)));
    }

    /** Asks a followed peer to stop sending: blocked or not, it would continue otherwise. */
    @Override
    List<Change> more(Store store, Peer peer, Timestamp now) {
      return unsubscribe(store, peer);
    }

    /** Finds a peer; a whole key may be one that has no row yet. */
    @Override
    Peer find(Store store, PeerTable table, Timestamp now) {
      return PeerFinder.key(peer)
          .filter(key -> table.find(key).isEmpty())
          .map(key -> Peer.met(store.peerIdentity(key), key, now))
          .orElseGet(() -> super.find(store, table, now));
    }
  }

  @Command(name = "unblock", description = "make a blocked peer known again")
  static final class Unblock extends PeerEdit {
    Unblock() {
      super(
          "not blocked",
          "it is so already",
          p -> p.trust() == TrustState.BLOCKED ? p.withTrust(TrustState.KNOWN) : p);
    }

    @Override
    Optional<String> effect(Peer before, Peer after) {
      return Optional.of(
          "it is known, as any peer that wrote; trust and following from before it was blocked are"
              + " gone:  sbp peers trust -- "
              + after.publicKey());
    }
  }

  /** Changes the owner's name for a peer, which the peer's announcements do not overwrite. */
  @Command(name = "name", description = "give a peer a name of your own, which it cannot change")
  @Example("sbp peers name ada Ada")
  static final class Rename extends PeerEdit {
    @Parameters(paramLabel = "NAME", description = "1 to 100 characters")
    String name = "";

    Rename() {
      super("called so", "it is called so already", UnaryOperator.identity());
    }

    @Override
    Peer edited(PeerTable table, Peer before) {
      if (DisplayName.isBlank(name) || !Cut.fits(name, Limits.MAX_NAME_CHARACTERS)) {
        throw CliException.wrong(
            "expected a name of 1 to " + Limits.MAX_NAME_CHARACTERS + " visible characters");
      }
      table.peers().stream()
          .filter(peer -> !peer.publicKey().equals(before.publicKey()) && peer.isNamedByOwner())
          .filter(peer -> PeerNames.lookAlike(name, peer.name()))
          .findFirst()
          .ifPresent(
              peer -> {
                throw CliException.refused(
                    "you gave this name, or one that looks like it, to " + PeerView.brief(peer),
                    "see it:  sbp peers show -- " + peer.publicKey());
              });
      return before.namedByOwner(name);
    }
  }

  /**
   * Removes a peer. A peer with ties needs {@code --force}: a follower would get nothing more
   * without knowing why, a followed peer would continue to send, and a block would be lost.
   */
  @Command(name = "remove", description = "forget a peer")
  @Prints(PeerView.Removed.class)
  @Exit(code = ExitCode.REFUSED, means = "it has ties to us; --force removes it anyway")
  static final class Remove extends OfPeer {
    @Option(names = "--force", description = "also one that follows us, is followed, or is blocked")
    boolean force;

    @Override
    protected ExitCode edit(Output output, Node node, Store store) {
      PeerTable before = store.peers();
      Peer found = PeerFinder.find(before, peer);
      if (!force) {
        refuseTies(found, PeerView.of(store, found).requested());
      }
      String text = "peer " + PeerView.brief(found) + " removed";
      store.commit(
          new ChangeSet()
              .addAll(before.without(found.publicKey()).changes(before))
              .addAll(SubscriptionRequest.forget(store, found.publicKey()))
              .emit(PeerEdit.event("removed", node, found, text)));
      output.line(PeerView.brief(found) + " is removed");
      return output.done(new PeerView.Removed(PeerView.of(store, found), true));
    }

    private static void refuseTies(Peer peer, boolean requested) {
      List<String> ties = new ArrayList<>();
      List<String> hints = new ArrayList<>();
      String key = peer.publicKey().toString();
      if (peer.subscribed() || requested) {
        ties.add(peer.subscribed() ? "we follow it" : "we asked to follow it");
        hints.add("first:   sbp unsubscribe -- " + key);
      }
      if (peer.subscriber()) {
        ties.add("it follows us");
      }
      if (peer.trust() == TrustState.BLOCKED) {
        ties.add("it is blocked, and would no longer be");
      }
      if (!ties.isEmpty()) {
        hints.add("anyway:  sbp peers remove --force -- " + key);
        throw CliException.refused(
            PeerView.brief(peer) + " is not removed: " + String.join("; ", ties),
            hints.toArray(String[]::new));
      }
    }
  }
}
