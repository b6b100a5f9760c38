package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Seeds the network (IMPLEMENTATION §8, Phase 4): a seed becomes endorsed and subscribed, and gets
 * an announce and a subscribe. A seed that is both already changes nothing. One commit for each
 * seed. Needs the node held exclusively.
 */
public final class Bootstrap {
  private final Node node;
  private final Store store;
  private final PeerClient client;

  public Bootstrap(Node node, Store store, PeerClient client) {
    this.node = node;
    this.store = store;
    this.client = client;
  }

  /** One seed; one that cannot be reached or believed is a value, so that others go on. */
  public SeedResult seed(Endpoint endpoint) throws InterruptedException {
    return switch (new Meeting(node, store, client).at(endpoint)) {
      case Meeting.Outcome.NotMet(MeetingOutcome outcome, String why) ->
          skipped(new SeedResult(endpoint, outcome, Optional.empty(), Optional.of(why)));
      case Meeting.Outcome.Met met when met.isNew() -> join(endpoint, met);
      case Meeting.Outcome.Met met -> {
        store.commit(met.changes().addAll(met.table().changes(met.before())));
        yield followed(endpoint, MeetingOutcome.ALREADY, met.peer());
      }
    };
  }

  private static SeedResult followed(Endpoint endpoint, MeetingOutcome outcome, Peer peer) {
    return new SeedResult(
        endpoint, outcome, Optional.of(FollowResult.Followed.of(peer)), Optional.empty());
  }

  private SeedResult skipped(SeedResult result) {
    store.commit(
        new ChangeSet()
            .log(LogFile.OPS, LogEntry.error(Network.COMPONENT, node.now(), result.summary())));
    return result;
  }

  private SeedResult join(Endpoint endpoint, Meeting.Outcome.Met met) {
    SeedResult result = followed(endpoint, MeetingOutcome.DONE, met.peer());
    Timestamp now = node.now();
    Announcements announce =
        Announcements.toOne(store, met.peer(), NetworkMemory.load(store), met.self(), now);
    NetworkMemory memory =
        announce.memory().update(met.peer().publicKey(), old -> old.withSubscribedSince(now));
    store.commit(
        met.changes()
            .addAll(met.table().changes(met.before()))
            .addAll(announce.changes())
            .addAll(NetworkOutbox.subscribe(met.peer()))
            .add(memory.save())
            .log(LogFile.SESSION, LogEntry.of(Network.COMPONENT, now, result.summary())));
    return result;
  }
}
