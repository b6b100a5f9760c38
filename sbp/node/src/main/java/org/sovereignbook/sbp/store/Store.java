package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Store of a node's state: the extension point for storage backends, with {@link StoreProvider}.
 * The suite {@code StoreContract} of the testkit asserts the promises made here. A store keeps
 * {@link Collection}s and the peer table, and knows no collection by name.
 *
 * <p><b>Reads</b> see everything that was committed before they began, by this or any other
 * process. They change nothing.
 *
 * <p><b>Changes</b> go through {@link #commit}. Beside it only {@link #create} and {@link #put}
 * write, each atomic and durable for itself, at any time and beside a commit.
 *
 * <p><b>Threads</b>: one instance belongs to one thread at a time, except the operations of {@link
 * Inbox} and {@link SeenEnvelopes}, which are thread-safe. Several instances may be open at the
 * same time, in several processes.
 *
 * <p><b>Files</b> that people and models edit stay files in every store ({@link Change.OfFiles}).
 * {@code peers.md} and readable collections such as {@code session-log.md} are files that a store
 * renders when it keeps them elsewhere; see {@link #refresh}.
 *
 * <p><b>Failures</b> of the machine are a {@link StoreException} (or {@code DiskException}); after
 * one, {@link #recover} finishes everything that is half done. Malformed data is a {@code
 * NodeException}.
 */
public interface Store extends AutoCloseable {

  /** Returns the node whose state this is. */
  Node node();

  /** Returns the place of the data, for people: a folder, a file, a database; never a password. */
  String location();

  /** Returns the keys of all entries, sorted. */
  List<String> keys(Keyed in);

  /** Reads an entry; empty when it is gone. */
  Optional<byte[]> read(Keyed in, String key);

  /**
   * Reads entries in the order of these keys, and leaves out those that are gone. A store behind a
   * network asks for many at once: one round trip for each would take longer than all else.
   */
  default void readEach(Keyed in, List<String> keys, BiConsumer<String, byte[]> each) {
    keys.forEach(key -> read(in, key).ifPresent(value -> each.accept(key, value)));
  }

  /** Returns all entries by key, for collections that fit into memory. */
  default SequencedMap<String, byte[]> entries(Keyed in) {
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    keys(in).forEach(key -> read(in, key).ifPresent(value -> entries.put(key, value)));
    return entries;
  }

  /**
   * Returns the next entries after a key, at most this many: for collections that outgrow memory.
   */
  default SequencedMap<String, byte[]> entriesAfter(Keyed in, String key, int most) {
    SequencedMap<String, byte[]> page = new TreeMap<>();
    keys(in).stream()
        .filter(other -> other.compareTo(key) > 0)
        .limit(most)
        .forEach(next -> read(in, next).ifPresent(value -> page.put(next, value)));
    return page;
  }

  /** Counts the entries and their bytes. */
  Usage usage(Keyed in);

  /** A number of entries and their bytes. */
  record Usage(long files, long bytes) {
    public Usage plus(Usage more) {
      return new Usage(files + more.files(), bytes + more.bytes());
    }

    public Usage minus(Usage less) {
      return new Usage(files - less.files(), bytes - less.bytes());
    }

    /** Returns whether both numbers are at most those of the bound. */
    public boolean isWithin(Usage bound) {
      return files <= bound.files() && bytes <= bound.bytes();
    }
  }

  /** Counts the entries. */
  default int count(Keyed in) {
    return keys(in).size();
  }

  /** Returns whether there is no entry, without counting. */
  default boolean isEmpty(Keyed in) {
    return count(in) == 0;
  }

  /** Returns when an entry was put or moved there; empty when it is gone. */
  Optional<Instant> changedAt(Keyed in, String key);

  /** Returns the keys of a group, sorted. */
  default List<String> keys(Keyed in, String group) {
    return keys(in).stream().filter(key -> key.startsWith(group + "/")).toList();
  }

  /** Returns all groups, sorted. */
  default List<String> groups(Keyed in) {
    return keys(in).stream().map(key -> key.substring(0, key.lastIndexOf('/'))).distinct().toList();
  }

  /**
   * Reads an entry that is a JSON object; empty when it is gone.
   *
   * @throws org.sovereignbook.sbp.node.NodeException with its place, when it is none
   */
  default Optional<JsonObject> json(Keyed in, String key) {
    return read(in, key)
        .map(bytes -> Node.jsonObject(in.name() + " " + key + " in " + location(), bytes));
  }

  /** Returns the lines of a stream, oldest first. */
  List<String> lines(Streamed stream);

  /** Returns the months in which lines left the stream, in order. */
  List<YearMonth> months(Streamed stream);

  /** Returns the lines that left the stream in a month, oldest first; none when there are none. */
  List<String> archived(Streamed stream, YearMonth month);

  /** Follows a stream from its first line on. */
  default LogTail tail(Streamed stream) {
    return LogTail.of(() -> lines(stream));
  }

  /** Returns the present peer table, with people's edits of {@code peers.md}. */
  default PeerTable peers() {
    return PeersDocument.parse(peersText()).table();
  }

  /** Returns the whole text of {@code peers.md} as {@link #peers} has read it. */
  String peersText();

  /**
   * Adds an entry at once; when this returns, it survives a crash. Thread-safe.
   *
   * @param keys proposes keys until one is free
   * @param mark what the entry is known by. Where several processes share the store, nothing is
   *     added when one of them has added an entry of this mark in the last two days; where one has
   *     all servers, it knows by itself, and the store need not look
   */
  Receipt create(Keyed in, Supplier<String> keys, byte[] value, Optional<Mark> mark);

  /**
   * Adds several entries, each by itself, as that many calls of {@link #create} would in this
   * order; when this returns, those that were added survive a crash. Thread-safe. A store overrides
   * this where they take less together.
   *
   * @return for each, in their order, its receipt, or why there is none
   */
  default List<ItemResult<Receipt>> createAll(Keyed in, List<NewEntry> entries) {
    return entries.stream()
        .map(
            one ->
                ItemResult.of(() -> create(in, one.keys(), one.value(), Optional.of(one.mark()))))
        .toList();
  }

  /** An entry to be added; see {@link #create}. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record NewEntry(Supplier<String> keys, byte[] value, Mark mark) {}

  /**
   * Returns a way to add thousands of entries a second, for the process that holds the node's
   * server lock: only one may be open. A {@link ForwardingStore} adds by its own {@link
   * #createAll}, unless it overrides this too.
   */
  default Intake intake(Keyed in) {
    return entries -> createAll(in, entries);
  }

  /** Adds entries, and leaves to {@link #settle} what need not be done before they survive. */
  @FunctionalInterface
  interface Intake extends AutoCloseable {
    /** Works like {@link Store#createAll}. Thread-safe. */
    List<ItemResult<Receipt>> addAll(List<NewEntry> entries);

    /**
     * Does what adding has left for later, so that it need not be made good after a crash. Called
     * about once a second, by any thread.
     */
    default void settle() {
      // Nothing is left where each entry is stored in its place at once.
    }

    /** Settles. */
    @Override
    default void close() {
      settle();
    }
  }

  /** Name by which an entry is recognized, and its time of arrival. */
  record Mark(String name, Instant at) {}

  /**
   * An entry that is in good hands.
   *
   * @param repeated it had been added before, under this key, and nothing was stored now
   */
  record Receipt(String key, boolean repeated) {}

  /** Puts an entry at once: for those who write beside the holder of the node. */
  void put(Keyed in, String key, byte[] value);

  /**
   * Makes all changes of the set, in their order, or none; when this returns they survive a crash.
   * A change of a missing entry does nothing. A set whose commit had begun when the process died is
   * finished by {@link #recover}; one whose commit had not begun leaves no trace. An empty set does
   * nothing.
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
   * in {@code peers.md} since it was rendered ({@link Rendered} and {@link RenderedPeers} do the
   * work). Called by the holder of the node when a step begins and ends, and before a model reads
   * the files. Does nothing where the files are the store.
   */
  default void refresh() {
    // This store's files are the readable files themselves.
  }

  /**
   * Takes a lease on a component against every other process, on whatever machine, that asks this
   * store for the same name; freed by closing, or by the end of the process. A store that belongs
   * to one machine grants it always: there the locks of the operating system decide.
   *
   * @return empty when another process has it
   */
  default Optional<Lease> lease(String component) {
    return Optional.of(Lease.alone(List.of(component)));
  }

  /**
   * Claims entries before work on them, so that several machines share a collection and nothing is
   * done twice; until the claim is closed or the process ends. Claimed entries have to be read
   * again: another process may have changed them since they were listed.
   *
   * @return of these keys, in this order, the existing ones that no other process has claimed.
   *     Where the node belongs to one machine, whose locks admit one step at a time, that is all of
   *     them
   */
  default Lease.EntryLease claim(Keyed in, List<String> wanted) {
    return Lease.alone(wanted);
  }

  /** Frees connections and files. Claims and leases end with it. Closing again does nothing. */
  @Override
  void close();

  /** Envelopes received and not yet processed. */
  default Inbox inbox() {
    return new Inbox(this);
  }

  /** Returns the items to deliver, and the failed ones. */
  default Outbox outbox() {
    return new Outbox(this);
  }

  /** Returns the items that have left inbox and outbox. */
  default Archive archive() {
    return new Archive(this);
  }

  /** Returns the signed content and endorsements, received and created, with their indexes. */
  default ObjectStore objects() {
    return new ObjectStore(this);
  }

  /** Returns the personal messages, received and sent. */
  default Messages messages() {
    return new Messages(this);
  }

  /** Finds the last identity document stored for a peer's key. */
  default Optional<IdentityDocument> peerIdentity(PublicKey key) {
    return PeerIdentities.find(this, key);
  }

  /** Returns the envelopes processed as lately as a replay can be fresh. */
  default SeenEnvelopes seenEnvelopes() {
    return new SeenEnvelopes(this);
  }

  /** Reads a {@link Collection#document}; empty when there is none. */
  default Optional<JsonObject> state(Keyed document) {
    return json(document, document.name());
  }

  /**
   * Works like {@link #state}, for a document that may be lost: a damaged one counts as missing.
   */
  default Optional<JsonObject> intactState(Keyed document) {
    try {
      return state(document);
    } catch (org.sovereignbook.sbp.node.NodeException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces a document at once: for the scheduler and the server, who write beside the holder of
   * the node. Steps use {@link Keyed#write}.
   */
  default void writeState(Keyed document, JsonObject json) {
    put(document, document.name(), JsonWriter.bytes(json));
  }
}
