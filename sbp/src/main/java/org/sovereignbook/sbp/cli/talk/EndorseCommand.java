package org.sovereignbook.sbp.cli.talk;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.OwnEndorsements;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp endorse}: publishes a signed endorsement of a peer. */
@Command(
    description = "recommend a peer in public",
    footer = {
      "The endorsement is signed, served to whoever asks, and sent to the peer. It changes",
      "nothing of how this node treats it; sbp peers trust does."
    })
@Example("sbp endorse Ada --note 'careful weather notes for a year'")
@Prints(EndorseCommand.Endorsed.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it was endorsed before")
@Exit(code = ExitCode.REFUSED, means = "the peer is blocked")
@Tool(set = Toolset.PEERS, shows = Tool.Text.OWN, repeats = true)
@Tool.Says(
    "Recommends a known node in public, with an optional note. Everybody can read it. Returns"
        + " the recommendation's hash.")
@AgentAccess(data = DataAccess.NONE)
public final class EndorseCommand extends PeersCommand.OfPeer {
  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "why, for everybody to read: at most 2000 characters")
  @ToolArgument.Of(text = "why, public, at most 2000 characters")
  Optional<String> note = Optional.empty();

  /** A peer after its endorsement. */
  record Endorsed(@Shape.Inline PeerView peer, ContentHash endorsement, boolean changed) {}

  @Override
  protected ExitCode edit(Output output, Node node, Store store) {
    if (note.filter(text -> !Cut.fits(text, Limits.MAX_NOTE_CHARACTERS)).isPresent()) {
      throw CliException.wrong("--note has at most " + Limits.MAX_NOTE_CHARACTERS + " characters");
    }
    Peer to = PeerFinder.find(store.peers(), peer);
    Outgoing.refuseBlocked(to);
    OwnEndorsements own = new OwnEndorsements(node, store.objects());
    Endorsement.Target target = new Endorsement.Target.OfIdentity(to.publicKey());
    Optional<ContentHash> before = own.given(target);
    ContentHash hash = before.orElseGet(() -> endorse(node, store, own, target, to));
    output.line(
        before.isPresent()
            ? PeerView.brief(to) + " was endorsed before, by " + hash
            : PeerView.brief(to) + " is endorsed; it hears of it with the next tick");
    output.json(new Endorsed(PeerView.of(store, to), hash, before.isEmpty()));
    return before.isPresent() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private ContentHash endorse(
      Node node, Store store, OwnEndorsements own, Endorsement.Target target, Peer to) {
    JsonObject signed = own.sign(target, Optional.of(to.endpoint()), note);
    ContentHash hash = ContentHash.of(signed);
    OutboxId id = new OutboxId(OutboxKind.ENDORSEMENTS, "endorse-" + hash.hex());
    store.commit(
        new ChangeSet()
            .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, signed))
            .add(Outbox.put(id, OutboxItems.share(signed, to)))
            .emit(
                PeerEdit.event("endorsed", node, to, "endorsed " + PeerView.brief(to))
                    .about("item", id)));
    return hash;
  }
}
