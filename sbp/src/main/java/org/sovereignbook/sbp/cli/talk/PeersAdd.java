package org.sovereignbook.sbp.cli.talk;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp peers add}: fetches a node's identity and adds it as known, or refreshes its row. */
@Command(name = "add", description = "add the node at a URL as known, after checking its identity")
@Prints(PeerView.Edited.class)
@Exit(code = ExitCode.FAILED, means = "nobody answered there")
@Exit(code = ExitCode.NOT_VALID, means = "what answered is no valid identity")
@AgentAccess(data = DataAccess.FULL, dangerous = true)
final class PeersAdd extends EditCommand {
  @Parameters(
      paramLabel = "URL",
      description = "the node's endpoint, such as https://a.example.com")
  String url = "";

  private Optional<IdentityDocument> fetched = Optional.empty();

  /**
   * Fetches the identity before the node is locked, so that a slow peer does not delay other steps.
   */
  @Override
  protected void prepare(Session session, Node node) throws InterruptedException {
    IdentityDocument document = fetch(node, endpoint());
    if (document.publicKey().equals(node.identity().publicKey())) {
      throw CliException.wrong(url + " is this node itself");
    }
    fetched = Optional.of(document);
  }

  private Endpoint endpoint() {
    try {
      return Endpoint.parse(url);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(PeerText.quote(url) + ": " + e.getMessage());
    }
  }

  private static IdentityDocument fetch(Node node, Endpoint endpoint) throws InterruptedException {
    try (HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      return fetch(node, client, endpoint);
    }
  }

  private static IdentityDocument fetch(Node node, PeerClient client, Endpoint endpoint)
      throws InterruptedException {
    String url = PeerClient.url(endpoint, "/identity").toString();
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answer when answer.isSuccess() -> validated(node, url, answer.body());
      case PeerReply.Answered answer ->
          throw new CliException(
              ExitCode.NOT_VALID,
              url + " answered " + answer.status(),
              "is this the base URL of an sbp node, without a trailing slash?");
      case PeerReply.Forbidden(String reason) ->
          throw CliException.refused(
              url + ": " + PeerText.plain(reason),
              "for a local network: set network_config.allow_private_endpoints to true in",
              node.home().schedulerConfig().toString());
      case PeerReply.Unreachable(String reason, _) -> throw unreachable(url, reason);
      case PeerReply.Unknown(String reason) -> throw unreachable(url, reason);
    };
  }

  private static CliException unreachable(String url, String reason) {
    return new CliException(
        ExitCode.FAILED, url + ": " + PeerText.plain(reason), "is the node up? try again later");
  }

  private static IdentityDocument validated(Node node, String url, byte[] body) {
    return switch (Checked.object(body)
        .then(json -> IdentityDocument.validate(json, node.clock().instant()))) {
      case Checked.Valid<IdentityDocument>(IdentityDocument document) -> document;
      case Checked.Rejected<IdentityDocument>(Rejection why) ->
          throw new CliException(ExitCode.NOT_VALID, url + ": " + PeerText.plain(why.toString()));
    };
  }

  /** Returns the peer as known: a peer that the operator adds is no stranger. */
  private static Peer chosen(Peer peer) {
    Peer noted = peer.isClose() ? peer : peer.withNotes("added by the operator");
    return noted.withKnownBy(KnownBy.OWNER);
  }

  @Override
  protected ExitCode edit(Output output, Node node, Store store) {
    IdentityDocument document = fetched.orElseThrow();
    PeerTable before = store.peers();
    Introduction introduction = Introduction.of(store, before, document);
    if (introduction.refused().isPresent()) {
      Rejection why = introduction.refused().get();
      throw new CliException(
          ExitCode.NOT_VALID, document.endpoint() + ": " + PeerText.plain(why.toString()));
    }
    // The note marks it as the operator's choice, so that strangers do not displace its row.
    Peer met =
        Peer.met(
                document.name(),
                document.publicKey(),
                document.endpoint(),
                TrustState.KNOWN,
                node.now())
            .withNotes("added by hand")
            .withKnownBy(KnownBy.OWNER);
    boolean isNew = introduction.table().find(document.publicKey()).isEmpty();
    PeerTable after =
        (isNew ? introduction.table().with(met) : introduction.table())
            .update(document.publicKey(), PeersAdd::chosen);
    Peer peer = after.find(document.publicKey()).orElse(met);
    String text = "peer " + PeerView.brief(peer) + (isNew ? " added as known" : " refreshed");
    store.commit(
        new ChangeSet()
            .addAll(introduction.changes())
            .addAll(after.changes(before))
            .emit(PeerEdit.event(isNew ? "added" : "refreshed", node, peer, text)));
    output.line(
        PeerView.brief(peer) + (isNew ? " is added as " : " was known already: ") + peer.trust());
    return output.done(new PeerView.Edited(PeerView.of(store, peer), isNew));
  }
}
