package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * A store that hands everything to another, to begin a store with that does one thing otherwise.
 */
public abstract class ForwardingStore implements Store {
  private final Store store;

  protected ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public Node node() {
    return store.node();
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public List<String> keys(Keyed in) {
    return store.keys(in);
  }

  @Override
  public List<String> keys(Keyed in, String group) {
    return store.keys(in, group);
  }

  @Override
  public List<String> groups(Keyed in) {
    return store.groups(in);
  }

  @Override
  public Optional<byte[]> read(Keyed in, String key) {
    return store.read(in, key);
  }

  @Override
  public void readEach(Keyed in, List<String> keys, BiConsumer<String, byte[]> each) {
    store.readEach(in, keys, each);
  }

  @Override
  public Optional<JsonObject> json(Keyed in, String key) {
    return store.json(in, key);
  }

  @Override
  public SequencedMap<String, byte[]> entries(Keyed in) {
    return store.entries(in);
  }

  @Override
  public SequencedMap<String, byte[]> entriesAfter(Keyed in, String key, int most) {
    return store.entriesAfter(in, key, most);
  }

  @Override
  public Usage usage(Keyed in) {
    return store.usage(in);
  }

  @Override
  public int count(Keyed in) {
    return store.count(in);
  }

  @Override
  public boolean isEmpty(Keyed in) {
    return store.isEmpty(in);
  }

  @Override
  public Optional<Instant> changedAt(Keyed in, String key) {
    return store.changedAt(in, key);
  }

  @Override
  public List<String> lines(Streamed stream) {
    return store.lines(stream);
  }

  @Override
  public List<YearMonth> months(Streamed stream) {
    return store.months(stream);
  }

  @Override
  public List<String> archived(Streamed stream, YearMonth month) {
    return store.archived(stream, month);
  }

  @Override
  public LogTail tail(Streamed stream) {
    return store.tail(stream);
  }

  @Override
  public PeerTable peers() {
    return store.peers();
  }

  @Override
  public String peersText() {
    return store.peersText();
  }

  @Override
  public Receipt create(Keyed in, Supplier<String> keys, byte[] value, Optional<Mark> mark) {
    return store.create(in, keys, value, mark);
  }

  @Override
  public List<ItemResult<Receipt>> createAll(Keyed in, List<NewEntry> entries) {
    return store.createAll(in, entries);
  }

  @Override
  public void put(Keyed in, String key, byte[] value) {
    store.put(in, key, value);
  }

  @Override
  public void commit(ChangeSet changes) {
    store.commit(changes);
  }

  @Override
  public boolean recover() {
    return store.recover();
  }

  @Override
  public void refresh() {
    store.refresh();
  }

  @Override
  public Optional<Lease> lease(String component) {
    return store.lease(component);
  }

  @Override
  public Lease.EntryLease claim(Keyed in, List<String> wanted) {
    return store.claim(in, wanted);
  }

  @Override
  public void close() {
    store.close();
  }
}
