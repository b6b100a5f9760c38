package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/**
 * The following pattern of AGENT.md, whole: fetch B's identity, endorse it, announce ourselves to
 * B, subscribe. B becomes endorsed (or stays trusted). What was done before is not done again. One
 * commit. Needs the node held exclusively.
 */
public final class Follow {
  private final Node node;
  private final Store store;
  private final PeerClient client;

  public Follow(Node node, Store store, PeerClient client) {
    this.node = node;
    this.store = store;
    this.client = client;
  }

  /** Follows the peer at this endpoint; a peer's fault is a value. */
  public FollowResult follow(Endpoint endpoint) throws InterruptedException {
    return switch (new Meeting(node, store, client).at(endpoint)) {
      case Meeting.Outcome.NotMet(MeetingOutcome outcome, String why) ->
          failed(new FollowResult(endpoint, outcome, Optional.empty(), Optional.empty(), why));
      case Meeting.Outcome.Met met -> follow(endpoint, met);
    };
  }

  private FollowResult failed(FollowResult result) {
    store.commit(
        new ChangeSet()
            .log(LogFile.OPS, LogEntry.error(Network.COMPONENT, node.now(), result.summary())));
    return result;
  }

  private FollowResult follow(Endpoint endpoint, Meeting.Outcome.Met met) {
    KeyPair keys = node.keys();
    Optional<JsonObject> given = given(keys.publicKey(), met.peer().publicKey());
    JsonObject endorsement = given.orElseGet(() -> endorse(keys, met));
    boolean isDone = given.isPresent() && !met.isNew();
    FollowResult result =
        new FollowResult(
            endpoint,
            isDone ? MeetingOutcome.ALREADY : MeetingOutcome.DONE,
            Optional.of(met.peer()),
            Optional.of(ContentHash.of(endorsement)),
            "");
    ChangeSet changes = met.changes().addAll(met.table().changes(met.before()));
    if (given.isEmpty()) {
      changes
          .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, endorsement))
          .add(
              Outbox.put(
                  new OutboxId(
                      OutboxKind.ENDORSEMENTS, "follow-" + ContentHash.of(endorsement).hex()),
                  OutboxItems.share(endorsement, met.peer())));
    }
    if (!isDone) {
      tell(changes, met, result);
    }
    store.commit(changes);
    return result;
  }

  private void tell(ChangeSet changes, Meeting.Outcome.Met met, FollowResult result) {
    Timestamp now = node.now();
    Announcements announce =
        Announcements.toOne(store, met.peer(), NetworkMemory.load(store), met.self(), now);
    NetworkMemory memory = announce.memory();
    changes.addAll(announce.changes());
    if (met.isNew()) {
      memory = memory.update(met.peer().publicKey(), old -> old.withSubscribedSince(now));
      changes.addAll(NetworkOutbox.subscribe(met.peer()));
    }
    changes
        .add(memory.save())
        .log(LogFile.SESSION, LogEntry.of(Network.COMPONENT, now, result.summary()));
  }

  private JsonObject endorse(KeyPair keys, Meeting.Outcome.Met met) {
    return Endorsement.sign(
        Endorsement.build(
            keys.publicKey(),
            met.self().endpoint(),
            new Endorsement.Target.OfIdentity(met.peer().publicKey()),
            Optional.of(met.peer().endpoint()),
            Optional.empty(),
            node.now()),
        keys);
  }

  /** The endorsement of this peer that we gave before. */
  private Optional<JsonObject> given(PublicKey self, PublicKey peer) {
    Endorsement.Target wanted = new Endorsement.Target.OfIdentity(peer);
    return store
        .objects()
        .createdEndorsements()
        .filter(one -> one.endorserKey().equals(self) && one.target().equals(wanted))
        .map(Endorsement::json)
        .findFirst();
  }
}
