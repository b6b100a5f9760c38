package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.Store;

/** The node directory as a {@link Store}: every piece of state is a file that a person can open. */
public final class FileStore implements Store {
  private final Node node;
  private final Journal journal;

  public FileStore(Node node) {
    this.node = node;
    this.journal = new Journal(node);
  }

  /** The text of an empty {@code peers.md}: its header row. */
  public static String emptyPeers() {
    return PeersDocument.header();
  }

  /** Where {@code Change.Forget} has put the files of a node; empty if it never has. */
  public static Optional<Path> setAside(Node node) {
    return SetAside.latest(node);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public String location() {
    return node.home().runtime().toString();
  }

  @Override
  public List<String> keys(Keyed in) {
    return isMembers(in) ? List.copyOf(members(in).load().keySet()) : files(in).keys();
  }

  @Override
  public List<String> groups(Keyed in) {
    return isMembers(in) ? Store.super.groups(in) : files(in).groups();
  }

  @Override
  public Optional<byte[]> read(Keyed in, String key) {
    return isMembers(in)
        ? Optional.ofNullable(members(in).load().get(key)).map(MembersFile::bytes)
        : files(in).read(key);
  }

  @Override
  public SequencedMap<String, byte[]> entries(Keyed in) {
    if (!isMembers(in)) {
      return Store.super.entries(in);
    }
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    members(in).load().forEach((key, value) -> entries.put(key, MembersFile.bytes(value)));
    return entries;
  }

  @Override
  public Optional<JsonObject> json(Keyed in, String key) {
    return isMembers(in) ? Store.super.json(in, key) : node.readJson(files(in).file(key));
  }

  @Override
  public Usage usage(Keyed in) {
    List<String> keys = keys(in);
    return new Usage(
        keys.size(),
        isMembers(in)
            ? entries(in).values().stream().mapToLong(value -> value.length).sum()
            : keys.stream().map(files(in)::file).mapToLong(node.disk()::sizeBytes).sum());
  }

  @Override
  public Optional<Instant> changedAt(Keyed in, String key) {
    return FileTimes.modified(isMembers(in) ? members(in).file() : files(in).file(key));
  }

  @Override
  public List<String> lines(Streamed stream) {
    return new FileLines(node, stream).lines();
  }

  @Override
  public List<YearMonth> months(Streamed stream) {
    return new FileLines(node, stream).months();
  }

  @Override
  public List<String> archived(Streamed stream, YearMonth month) {
    return new FileLines(node, stream).archived(month);
  }

  @Override
  public LogTail tail(Streamed stream) {
    return new FileLines(node, stream).tail();
  }

  @Override
  public String peersText() {
    return node.readText(node.home().peers()).orElse("");
  }

  /** One process has all servers of the node, and knows by itself what it has accepted. */
  @Override
  public Receipt create(Keyed in, Supplier<String> keys, byte[] value, Optional<Mark> mark) {
    while (true) {
      String key = keys.get();
      if (node.disk().create(files(in).file(key), value)) {
        return new Receipt(key, false);
      }
    }
  }

  @Override
  public void put(Keyed in, String key, byte[] value) {
    if (isMembers(in)) {
      MembersFile members = members(in);
      TreeMap<String, JsonValue> entries = members.load();
      members.put(entries, key, value);
      node.writeJson(members.file(), members.render(entries));
    } else {
      node.disk().write(files(in).file(key), value);
    }
  }

  @Override
  public void commit(ChangeSet changes) {
    journal.run(new FileChanges(this).lower(changes.changes()));
  }

  @Override
  public boolean recover() {
    return journal.finish();
  }

  @Override
  public void close() {
    // No file stays open between two calls.
  }

  MembersFile members(Keyed in) {
    return new MembersFile(this, in);
  }

  EntryFiles files(Keyed in) {
    return new EntryFiles(node, in);
  }

  static boolean isMembers(Keyed in) {
    return in.layout().shape() == Layout.Shape.MEMBERS;
  }
}
