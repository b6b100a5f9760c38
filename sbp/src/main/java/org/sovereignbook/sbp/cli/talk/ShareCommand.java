package org.sovereignbook.sbp.cli.talk;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.screen.ItemFinder;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Reshares;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp share}: shares a received or own piece with peers (AGENT.md, sharing). */
@Command(description = "pass a piece on to peers")
@Example("sbp share c8144f39 ada")
@Prints(ShareCommand.Shared.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "they have it already")
@Exit(code = ExitCode.REFUSED, means = "its author, or a peer that was named, is blocked")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
public final class ShareCommand extends EditCommand {
  @Parameters(index = "0", paramLabel = "HASH", description = "the piece, or how its hash begins")
  String piece = "";

  @Parameters(
      index = "1..*",
      paramLabel = "PEER",
      description = PeerFinder.PEER + "; without any, all who follow this node")
  List<String> peers = List.of();

  /**
   * A shared piece.
   *
   * @param peers for whom it was queued now
   */
  record Shared(ContentHash hash, String title, List<PeerView> peers) {}

  @Override
  protected ExitCode edit(Output output, Node node, Store store) {
    PeerTable table = store.peers();
    Content content = find(store);
    requireUnblocked(table, content);
    List<Peer> wanted = wanted(table);
    Reshares reshares = new Reshares(store, node.now());
    List<Peer> recipients = reshares.without(content, wanted);
    String title = PeerText.quote(content.title());
    if (!recipients.isEmpty()) {
      store.commit(queue(reshares, recipients, content, node));
    }
    wanted.stream()
        .filter(peer -> !recipients.contains(peer))
        .forEach(peer -> output.note(PeerView.brief(peer) + " has it already"));
    for (Peer peer : recipients) {
      output.line("queued " + title + " for " + PeerView.brief(peer));
    }
    output.json(
        new Shared(
            content.hash(),
            content.title(),
            recipients.stream().map(peer -> PeerView.of(store, peer)).toList()));
    return recipients.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private Content find(Store store) {
    List<ContentHash> all =
        Stream.of(ObjectStore.CONTENT_RECEIVED, ObjectStore.CONTENT_CREATED)
            .flatMap(kind -> store.objects().hashes(kind).stream())
            .toList();
    ContentHash hash = ItemFinder.find("piece", piece, all, "sbp feed");
    return store
        .objects()
        .content(hash)
        .orElseThrow(() -> CliException.notFound(hash + " cannot be read"));
  }

  private static void requireUnblocked(PeerTable table, Content content) {
    if (table.trust(content.authorKey()) == TrustState.BLOCKED) {
      throw CliException.refused(
          "its author is blocked", "first:  sbp peers unblock -- " + content.authorKey());
    }
  }

  /** Returns the named peers, or else all followers. */
  private List<Peer> wanted(PeerTable table) {
    if (peers.isEmpty()) {
      List<Peer> followers = table.peers().stream().filter(Peer::isFollower).toList();
      if (followers.isEmpty()) {
        throw CliException.notFound(
            "nobody follows this node", "name whom it is for:  sbp share " + piece + " PEER");
      }
      return followers;
    }
    List<Peer> named = new ArrayList<>();
    for (String name : peers) {
      Peer peer = PeerFinder.find(table, name);
      Outgoing.refuseBlocked(peer);
      if (!named.contains(peer)) {
        named.add(peer);
      }
    }
    return named;
  }

  private static ChangeSet queue(
      Reshares reshares, List<Peer> recipients, Content content, Node node) {
    String names = String.join(", ", recipients.stream().map(PeerView::brief).toList());
    String text =
        "shared %s (%s) with %s".formatted(PeerText.quote(content.title()), content.hash(), names);
    return new ChangeSet()
        .addAll(reshares.to(recipients, content))
        .emit(
            Event.of(COMPONENT, "shared", node.now(), text)
                .about("content", content.hash())
                .in(LogFile.SESSION, LogFile.OPS));
  }
}
