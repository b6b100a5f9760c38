package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.SecretGuard;
import org.sovereignbook.sbp.store.SetAside;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** The node directory as a {@link Store}: every piece of state is a file that a person can open. */
public final class FileStore implements Store {
  private final Node node;
  private final Path journal;
  private final FileRedo redo;
  private final IntakeJournals intakes;
  private final Map<Keyed, DayFiles> days = new ConcurrentHashMap<>();
  private final Map<Keyed, Loaded> loaded = new ConcurrentHashMap<>();

  private volatile Optional<Read> peers = Optional.empty();

  /** The peers in a text of {@code peers.md}. */
  private record Read(String text, PeerTable table) {}

  /** The members of a file when it had this stamp. */
  private record Loaded(String stamp, Map<String, JsonValue> members) {}

  public FileStore(Node node) {
    this.node = node;
    this.journal = node.home().journal();
    this.redo = new FileRedo(node, journal.toString());
    this.intakes = new IntakeJournals(node);
  }

  /** Returns the text of an empty {@code peers.md}: its header row. */
  public static String emptyPeers() {
    return PeersDocument.header();
  }

  /**
   * Returns the folder into which {@code Change.Forget} has moved a node's files; empty if it never
   * has.
   */
  public static Optional<Path> setAside(Node node) {
    return node.disk().folders(node.home().runtime()).stream()
        .filter(SetAside::isOne)
        .reduce((_, later) -> later);
  }

  /**
   * Returns whether accepted entries wait for a disk that takes them, after an attempt to restore
   * them.
   */
  public static boolean cannotRestore(Node node) {
    FileStore store = new FileStore(node);
    store.restore();
    return !store.intakes.left().isEmpty();
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
    return isInFiles(in) ? files(in).keys() : List.copyOf(entries(in).keySet());
  }

  @Override
  public List<String> keys(Keyed in, String group) {
    return isInFiles(in) ? files(in).keys(group) : Store.super.keys(in, group);
  }

  @Override
  public List<String> groups(Keyed in) {
    return isInFiles(in) ? files(in).groups() : Store.super.groups(in);
  }

  @Override
  public Optional<byte[]> read(Keyed in, String key) {
    if (isDays(in)) {
      return days(in).read(key);
    }
    return isMembers(in)
        ? Optional.ofNullable(loaded(in).get(key)).map(MembersFile::bytes)
        : files(in).read(key);
  }

  @Override
  public SequencedMap<String, byte[]> entries(Keyed in) {
    if (isInFiles(in)) {
      return Store.super.entries(in);
    } else if (isDays(in)) {
      return days(in).after("", Integer.MAX_VALUE);
    }
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    loaded(in).forEach((key, value) -> entries.put(key, MembersFile.bytes(value)));
    return entries;
  }

  /** Returns the members of a file, which is read again only after a change. */
  private Map<String, JsonValue> loaded(Keyed in) {
    MembersFile file = members(in);
    Optional<String> stamp = node.disk().stamp(file.file());
    Optional<Loaded> last = Optional.ofNullable(loaded.get(in));
    if (last.isPresent() && stamp.equals(Optional.of(last.get().stamp()))) {
      return last.get().members();
    }
    Map<String, JsonValue> members = Collections.unmodifiableMap(file.load());
    if (stamp.isPresent()) {
      loaded.put(in, new Loaded(stamp.get(), members));
    }
    return members;
  }

  @Override
  public Optional<JsonObject> json(Keyed in, String key) {
    return isInFiles(in) ? node.readJson(files(in).file(key)) : Store.super.json(in, key);
  }

  @Override
  public SequencedMap<String, byte[]> entriesAfter(Keyed in, String key, int most) {
    return isDays(in) ? days(in).after(key, most) : Store.super.entriesAfter(in, key, most);
  }

  @Override
  public Usage usage(Keyed in) {
    if (isDays(in)) {
      return days(in).usage();
    }
    List<String> keys = keys(in);
    return new Usage(
        keys.size(),
        isMembers(in)
            ? entries(in).values().stream().mapToLong(value -> value.length).sum()
            : keys.stream().map(files(in)::file).mapToLong(node.disk()::sizeBytes).sum());
  }

  @Override
  public int count(Keyed in) {
    if (isDays(in)) {
      return Math.toIntExact(days(in).usage().files());
    }
    return isMembers(in) ? Store.super.count(in) : files(in).count();
  }

  @Override
  public Optional<Instant> changedAt(Keyed in, String key) {
    Path file = isInFiles(in) ? files(in).file(key) : in.in(node.home());
    return node.disk().changedAt(file);
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
  public PeerTable peers() {
    String text = peersText();
    Optional<Read> last = peers;
    if (last.isPresent() && last.get().text().equals(text)) {
      return last.get().table();
    }
    PeerTable table = PeersDocument.parse(text).table();
    peers = Optional.of(new Read(text, table));
    return table;
  }

  @Override
  public String peersText() {
    Optional<String> text = node.readText(node.home().peers());
    Optional<String> lost =
        text.isPresent() ? Optional.empty() : node.made().missing(NodeThing.PEERS);
    if (lost.isPresent()) {
      throw new StoreException(lost.get());
    }
    return text.orElse("");
  }

  /**
   * Creates an entry. One process runs all servers of the node, and its memory has the accepted
   * envelopes.
   */
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
  public List<ItemResult<Receipt>> createAll(Keyed in, List<NewEntry> entries) {
    EntryFiles files = files(in);
    List<Proposed> proposed = entries.stream().map(one -> new Proposed(files, one.keys())).toList();
    List<Disk.NewFile> wanted = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      wanted.add(new Disk.NewFile(proposed.get(i), entries.get(i).value()));
    }
    List<ItemResult<Path>> created = node.disk().createAll(wanted);
    List<ItemResult<Receipt>> receipts = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Proposed file = proposed.get(i);
      receipts.add(created.get(i).then(_ -> new Receipt(file.key, false)));
    }
    return receipts;
  }

  @Override
  public Intake intake(Keyed in) {
    restore();
    return isInFiles(in) ? new FileIntake(this, in, intakes) : Store.super.intake(in);
  }

  /** Proposes files for an entry, and knows the key of the last. */
  private static final class Proposed implements Supplier<Path> {
    private final EntryFiles files;
    private final Supplier<String> keys;
    private String key = "";

    Proposed(EntryFiles files, Supplier<String> keys) {
      this.files = files;
      this.keys = keys;
    }

    @Override
    public Path get() {
      key = keys.get();
      return files.file(key);
    }
  }

  @Override
  public void put(Keyed in, String key, byte[] value) {
    if (isMembers(in)) {
      MembersFile members = members(in);
      TreeMap<String, JsonValue> entries = members.load();
      members.put(entries, key, value);
      node.writeJson(members.file(), members.render(entries));
    } else if (isDays(in)) {
      days(in).append(key, value);
    } else {
      Path file = files(in).file(key);
      intakes.release(List.of(file));
      node.disk().write(file, value);
    }
  }

  /**
   * Writes all file operations into the redo journal before it does the first. The appearance of
   * the journal is the moment of commit; the next process that locks the node repeats it.
   */
  @Override
  public void commit(ChangeSet changes) {
    List<Change> checked = SecretGuard.checked(node, changes.changes());
    checked.stream()
        .filter(change -> change instanceof Change.Put put && isDays(put.in()))
        .map(change -> days(((Change.Put) change).in()))
        .distinct()
        .forEach(DayFiles::tidy);
    List<Operation> wanted = new FileChanges(this).lower(checked);
    if (!wanted.isEmpty()) {
      intakes.release(Operation.files(wanted));
      node.writeJson(journal, redo.encode(wanted));
      redo.run(wanted);
      node.disk().delete(journal);
    }
  }

  @Override
  public boolean recover() {
    boolean isReplayed = intakes.replay();
    Optional<JsonObject> left = node.readJson(journal);
    left.ifPresent(
        json -> {
          redo.applyAgain(json);
          node.disk().delete(journal);
        });
    return left.isPresent() || isReplayed;
  }

  /** Restores what a power failure took of accepted entries, as far as that can be done now. */
  void restore() {
    try {
      boolean _ = intakes.replay();
    } catch (RuntimeException e) {
      // A damaged journal, or a full or read-only disk is no reason to show nothing; the next step
      // does it or says why.
    }
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

  DayFiles days(Keyed in) {
    return days.computeIfAbsent(in, _ -> new DayFiles(node, in));
  }

  static boolean isDays(Keyed in) {
    return in.layout().form() == Layout.Form.DAYS;
  }

  /** Returns whether each entry is a file. */
  static boolean isInFiles(Keyed in) {
    return !isMembers(in) && !isDays(in);
  }

  static boolean isMembers(Keyed in) {
    return in.layout().form() == Layout.Form.MEMBERS;
  }
}
