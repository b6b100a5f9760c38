package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.store.Collection.Keyed;

/** Envelopes received and not yet processed (IMPLEMENTATION §5, §6). Thread-safe. */
public record Inbox(Store store) {
  static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** {@code inbox/}: the bytes of each envelope as they came. */
  public static final Keyed WAITING = envelopes("inbox");

  /** {@code inbox/set-aside/}: what the model failed on alone, until the operator takes it back. */
  public static final Keyed SET_ASIDE = envelopes("inbox/set-aside");

  /** An envelope that is in good hands; see {@link Store.Receipt}. */
  public record Receipt(InboxId id, boolean repeated) {}

  static Keyed envelopes(String name) {
    return Collection.keyed(name).keys(ID).ofBytes();
  }

  /** Stores an envelope; when this returns, it survives a crash. */
  public InboxId accept(byte[] envelope, Instant received) {
    Supplier<String> names = names(received, store.node().random());
    return new InboxId(store.create(WAITING, names, envelope, Optional.empty()).key());
  }

  /**
   * Works like {@link #accept(byte[], Instant)}, unless another process has accepted the same
   * envelope in the last two days: where several servers share a node, each of them knows only its
   * own.
   *
   * @param envelope the hash of the signed object
   */
  public Receipt accept(ContentHash envelope, byte[] bytes, Instant received) {
    return acceptAll(List.of(new Offered(envelope, bytes, received))).getFirst().get();
  }

  /**
   * An envelope to be stored.
   *
   * @param envelope the hash of the signed object
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  public record Offered(ContentHash envelope, byte[] bytes, Instant received) {}

  /**
   * Accepts envelopes that another node has received for this one, as {@link #acceptAll(List)}
   * does.
   *
   * @param now from when they are recognized, however long ago they were received
   */
  public List<ItemResult<Receipt>> acceptHeld(List<Offered> envelopes, Instant now) {
    return acceptAll(
        envelopes,
        entries ->
            store.createAll(
                WAITING,
                entries.stream()
                    .map(
                        one ->
                            new Store.NewEntry(
                                one.keys(), one.value(), new Store.Mark(one.mark().name(), now)))
                    .toList()));
  }

  /**
   * Accepts several envelopes, each by itself; those that have a receipt survive a crash.
   *
   * @return for each, in their order, its receipt, or why there is none
   */
  public List<ItemResult<Receipt>> acceptAll(List<Offered> envelopes) {
    return acceptAll(envelopes, entries -> store.createAll(WAITING, entries));
  }

  /** Works like the other method, with an intake of {@link #WAITING}. */
  public List<ItemResult<Receipt>> acceptAll(List<Offered> envelopes, Store.Intake intake) {
    // The ends of names need not be secret: one look at the system's randomness serves them all.
    SplittableRandom random = new SplittableRandom(store.node().random().nextLong());
    List<Store.NewEntry> entries =
        envelopes.stream()
            .map(
                one ->
                    new Store.NewEntry(
                        names(one.received(), random.split()),
                        one.bytes(),
                        new Store.Mark(one.envelope().toString(), one.received())))
            .toList();
    return intake.addAll(entries).stream()
        .map(one -> one.then(it -> new Receipt(new InboxId(it.key()), it.repeated())))
        .toList();
  }

  /** Returns the waiting entries, oldest first. */
  public List<InboxId> pending() {
    return store.keys(WAITING).stream().map(InboxId::new).toList();
  }

  /** Counts the waiting entries. */
  public int count() {
    return store.count(WAITING);
  }

  /** Returns the bytes as received; empty when the entry is gone. */
  public Optional<byte[]> read(InboxId id) {
    return store.read(WAITING, id.value());
  }

  /** Reads these in their order; those that are gone are left out. */
  public void readEach(List<InboxId> ids, BiConsumer<InboxId, byte[]> each) {
    List<String> keys = ids.stream().map(InboxId::value).toList();
    store.readEach(WAITING, keys, (key, bytes) -> each.accept(new InboxId(key), bytes));
  }

  /** Counts what waits. */
  public Store.Usage usage() {
    return store.usage(WAITING);
  }

  /** Returns the changes that record a rejected entry as a line, and keep it as a file a while. */
  public static List<Change> reject(RejectedEnvelope what) {
    return List.of(
        RejectedEnvelope.LINES.append(what.line()),
        WAITING.move(what.id().value(), Archive.REJECTED));
  }

  /** Returns the change that moves an entry to {@code inbox/processed/}. */
  public static Change archive(InboxId id) {
    return WAITING.move(id.value(), Archive.PROCESSED);
  }

  /** Returns the entries that were set aside, oldest first. */
  public List<InboxId> setAside() {
    return store.keys(SET_ASIDE).stream().map(InboxId::new).toList();
  }

  /** Returns the change that moves an entry to {@code inbox/set-aside/}. */
  public static Change setAside(InboxId id) {
    return WAITING.move(id.value(), SET_ASIDE);
  }

  /** Returns the change that moves an entry back from there. */
  public static Change takeBack(InboxId id) {
    return SET_ASIDE.move(id.value(), WAITING);
  }

  /** Returns the change that deletes an entry. */
  public static Change remove(InboxId id) {
    return WAITING.delete(id.value());
  }

  private static Supplier<String> names(Instant received, RandomGenerator random) {
    Supplier<InboxId> names = InboxId.names(received, random);
    return () -> names.get().value();
  }
}
