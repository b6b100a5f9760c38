package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * A node's state: the extension point for storage backends, with {@link StoreProvider}. The suite
 * {@code StoreContract} of the testkit asserts what is promised here.
 *
 * <p><b>Reads</b> see everything that was committed before they began, by this or any other
 * process. They change nothing.
 *
 * <p><b>Changes</b> go through {@link #commit}. Beside it only {@link Inbox#accept} and {@link
 * #writeState} write, each atomic and durable for itself, at any time and beside a commit.
 *
 * <p><b>Threads</b>: one instance belongs to one thread at a time, except {@link #inbox}, which is
 * thread-safe. Several instances may be open at the same time, in several processes.
 *
 * <p><b>Files</b>: what people and models edit stays a file in every store ({@link
 * Change.WriteFile} and its sisters). {@code peers.md} and {@code session-log.md} are files that a
 * store renders when it keeps them elsewhere; see {@link #refresh}.
 *
 * <p><b>Failures</b> of the machine are a {@link StoreException} (or {@code DiskException}); after
 * one nothing is half done that {@link #recover} would not finish. What is there but makes no sense
 * is a {@code NodeException}.
 */
public interface Store extends AutoCloseable {

  /** Where this keeps things, for people: a folder, a file, a database; never a password. */
  String location();

  /** Envelopes received and not yet processed. */
  Inbox inbox();

  /** What is to be delivered, and what could not be. */
  Outbox outbox();

  /** What has left inbox and outbox. */
  Archive archive();

  /** Signed content and endorsements, received and created, with their indexes. */
  ObjectStore objects();

  /** The two logs. */
  Logs logs();

  /** The lines of a log, oldest first. */
  default List<String> log(LogFile log) {
    return logs().lines(log);
  }

  /** The peer table as it is now; edits that people made in {@code peers.md} included. */
  PeerTable peers();

  /** The whole text of {@code peers.md} as {@link #peers} has read it. */
  String peersText();

  /** The last identity document held for a peer's key. */
  Optional<IdentityDocument> peerIdentity(PublicKey key);

  /** The keys for which a document is held, sorted. */
  List<PublicKey> peerIdentities();

  /** The envelopes processed in the last seven days, for replay protection. */
  SeenEnvelopes seenEnvelopes();

  /**
   * A document that a component keeps; empty when there is none.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when somebody has damaged it
   */
  Optional<JsonObject> state(StateDocument document);

  /** As {@link #state}, for one that may be lost: a damaged one counts as missing. */
  default Optional<JsonObject> intactState(StateDocument document) {
    try {
      return state(document);
    } catch (org.sovereignbook.sbp.node.NodeException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces one document at once: for the scheduler and the server, who write beside the holder of
   * the node. Steps use {@link Change.WriteState}.
   */
  void writeState(StateDocument document, JsonObject json);

  /**
   * Makes all changes of the set, in their order, or none; when this returns they survive a crash.
   * A change of something that is gone does nothing. A set whose commit had begun when the process
   * died is finished by {@link #recover}; one whose commit had not begun leaves no trace. An empty
   * set does nothing.
   */
  void commit(ChangeSet changes);

  /**
   * Finishes a commit that a crash interrupted on this machine. Only the holder of the node's step
   * lock may call this, before anything else; {@link ExclusiveStore#open} does. It may be repeated,
   * and may itself be interrupted.
   *
   * @return whether there was anything to finish
   */
  boolean recover();

  /**
   * Brings the files that stand for stored things up to date, and takes in what people have changed
   * in {@code peers.md} since it was rendered ({@link RenderedPeers} does the work). Called by the
   * holder of the node when a step begins and ends, and before a model reads the files. Does
   * nothing where the files are the store.
   */
  void refresh();

  /** Makes both indexes anew from the received objects (IMPLEMENTATION §3.2, maintenance). */
  void rebuildIndexes();

  /**
   * Holds a component against every other process, on whatever machine, that asks this store for
   * the same name; freed by closing, or by the end of the process. A store that belongs to one
   * machine grants it always: there the locks of the operating system decide.
   *
   * @return empty when somebody else holds it
   */
  Optional<Hold> hold(String component);

  /** Frees connections and files. Claims and holds end with it. Closing again does nothing. */
  @Override
  void close();
}
