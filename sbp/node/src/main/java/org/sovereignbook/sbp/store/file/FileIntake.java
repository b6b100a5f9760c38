package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Store.NewEntry;
import org.sovereignbook.sbp.store.Store.Receipt;

/**
 * Adds entries that are a file each. A batch is written into a journal, which is synced once; then
 * each file gets its name, unsynced. {@link #settle} syncs the files; meanwhile entries go to
 * another journal. A journal whose files are durable becomes the next: what is written over needs
 * no new space of the file system, and so does not wait for the sync of files. One entry that comes
 * alone is stored in its place at once. {@link IntakeJournals} restores what a power failure took
 * in between.
 */
final class FileIntake implements Store.Intake {
  /** Bytes of a journal, unless one entry has more. */
  private static final long MAX_JOURNAL_BYTES = 16L << 20;

  /** Bytes of all journals at which a batch waits until their files are synced. */
  private static final long MAX_BYTES = 8 * MAX_JOURNAL_BYTES;

  /** Bytes that are appended at once, for the sake of the process's buffers. */
  private static final int MAX_APPEND_BYTES = 1 << 20;

  /** Bytes by which a journal grows. */
  private static final int RESERVE_BYTES = 1 << 20;

  private final FileStore store;
  private final Keyed in;
  private final Path folder;
  private final IntakeJournals journals;
  private final Disk disk;
  private final Disk.Syncing syncing;

  /** Held while a batch is added, so that a journal ends between two of them. */
  private final ReentrantLock adding = new ReentrantLock();

  private final ReentrantLock settling = new ReentrantLock();
  private final Queue<Part> ended = new ConcurrentLinkedQueue<>();
  private Optional<Part> current = Optional.empty();

  private final AtomicInteger journalNumber = new AtomicInteger();

  /** Journals without frames for the next parts. */
  private final Queue<Path> spares = new ConcurrentLinkedQueue<>();

  /** A journal, the files in it, the bytes of its frames, and those of the file. */
  private static final class Part {
    private final Path journal;
    private final Set<Path> files = new LinkedHashSet<>();
    private long bytes;
    private long reserved;
    private boolean hasFailed;

    /** Whether a sync of its files failed. */
    private boolean isDoubtful;

    Part(Path journal, long reserved) {
      this.journal = journal;
      this.reserved = reserved;
    }
  }

  private record Named(String key, Path file, IntakeFrame frame) {}

  FileIntake(FileStore store, Keyed in, IntakeJournals journals) {
    this.store = store;
    this.in = in;
    this.folder = in.in(store.node().home());
    this.journals = journals;
    this.disk = store.node().disk();
    this.syncing = disk.syncing(folder);
  }

  @Override
  public List<ItemResult<Receipt>> addAll(List<NewEntry> entries) {
    if (isFull()) {
      settle();
    }
    adding.lock();
    try {
      return entries.size() == 1 && isQuiet() ? store.createAll(in, entries) : add(entries);
    } finally {
      adding.unlock();
    }
  }

  /** Returns whether no sync of other files is waited for, nor will be. */
  private boolean isQuiet() {
    return current.isEmpty() && ended.isEmpty();
  }

  private boolean isFull() {
    adding.lock();
    try {
      long bytes = current.map(part -> part.bytes).orElse(0L);
      for (Part part : ended) {
        bytes += part.bytes;
      }
      return bytes >= MAX_BYTES;
    } finally {
      adding.unlock();
    }
  }

  private List<ItemResult<Receipt>> add(List<NewEntry> entries) {
    Set<Path> chosen = new HashSet<>();
    List<ItemResult<Named>> named =
        entries.stream().map(entry -> ItemResult.of(() -> name(entry, chosen))).toList();
    Iterator<ItemResult<Path>> created =
        created(named.stream().flatMap(one -> one.value().stream()).toList()).iterator();
    return named.stream()
        .map(one -> one.then(it -> created.next().then(_ -> new Receipt(it.key(), false)).get()))
        .toList();
  }

  private Named name(NewEntry entry, Set<Path> chosen) {
    while (true) {
      String key = entry.keys().get();
      Path file = store.files(in).file(key);
      if (!isJournaled(file) && !disk.exists(file) && chosen.add(file)) {
        return new Named(key, file, new IntakeFrame(journals.relative(file), entry.value()));
      }
    }
  }

  /**
   * Returns whether a journal has the name, which may be free again: its release must not count.
   */
  private boolean isJournaled(Path file) {
    return current.stream().anyMatch(part -> part.files.contains(file))
        || ended.stream().anyMatch(part -> part.files.contains(file));
  }

  /** Creates files, some at a time, for the sake of the process's buffers and of the journals. */
  private List<ItemResult<Path>> created(List<Named> files) {
    List<ItemResult<Path>> created = new ArrayList<>();
    List<Named> some = new ArrayList<>();
    long bytes = 0;
    for (Named one : files) {
      if (bytes + one.frame().length() > MAX_APPEND_BYTES && !some.isEmpty()) {
        created.addAll(createdTogether(some, bytes));
        some.clear();
        bytes = 0;
      }
      some.add(one);
      bytes += one.frame().length();
    }
    if (!some.isEmpty()) {
      created.addAll(createdTogether(some, bytes));
    }
    return created;
  }

  /**
   * Creates files. After any failure the journal ends: it has frames that count for nothing, and
   * perhaps a torn one.
   */
  private List<ItemResult<Path>> createdTogether(List<Named> files, long bytes) {
    boolean goesOn = false;
    try {
      Part part = partFor(bytes);
      files.forEach(one -> part.files.add(one.file()));
      write(part, files);
      List<ItemResult<Path>> created =
          disk.createUnsynced(
              files.stream()
                  .map(one -> new Disk.NewFile(new OneName(one.file()), one.frame().bytes()))
                  .toList());
      goesOn = created.stream().allMatch(one -> one.failure().isEmpty());
      return created;
    } catch (RuntimeException e) {
      return Collections.nCopies(files.size(), ItemResult.failed(e));
    } finally {
      if (!goesOn) {
        current.ifPresent(part -> part.hasFailed = true);
        end();
      }
    }
  }

  private void write(Part part, List<Named> files) {
    byte[] frames =
        IntakeFrame.encode(
            IntakeJournals.name(part.journal), files.stream().map(Named::frame).toList());
    long end = part.bytes + frames.length;
    if (end > part.reserved) {
      part.reserved = Math.max(end, Math.min(end + RESERVE_BYTES, MAX_JOURNAL_BYTES));
      frames = Arrays.copyOf(frames, (int) (part.reserved - part.bytes));
    }
    long place = part.bytes;
    part.bytes = end;
    disk.writeAt(part.journal, place, frames);
  }

  private Part partFor(long bytes) {
    if (current.filter(part -> part.bytes + bytes > MAX_JOURNAL_BYTES).isPresent()) {
      end();
    }
    Part part = current.orElseGet(this::begin);
    current = Optional.of(part);
    return part;
  }

  private Part begin() {
    Path journal = Optional.ofNullable(spares.poll()).orElseGet(this::next);
    return new Part(journal, disk.sizeBytes(journal));
  }

  private Path next() {
    return journals.next(folder, journalNumber::incrementAndGet);
  }

  private void end() {
    current.ifPresent(ended::add);
    current = Optional.empty();
  }

  @Override
  public void settle() {
    settling.lock();
    try {
      if (isNothingLeft()) {
        return;
      }
      prepare();
      alone(this::end);
      for (Part part = ended.peek(); part != null; part = ended.peek()) {
        boolean isDoubtful = part.isDoubtful;
        part.isDoubtful = true;
        journals.settle(part.journal, List.copyOf(part.files), isDoubtful, syncing);
        part.isDoubtful = false;
        remove(part);
      }
    } finally {
      settling.unlock();
    }
  }

  private boolean isNothingLeft() {
    adding.lock();
    try {
      return isQuiet();
    } finally {
      adding.unlock();
    }
  }

  /** Sees to a journal with space for what comes while files are synced. */
  private void prepare() {
    try {
      if (spares.isEmpty()) {
        Path next = next();
        disk.writeAt(next, 0, new byte[RESERVE_BYTES]);
        spares.add(next);
      }
    } catch (DiskException e) {
      // What comes makes its own, or says why not.
    }
  }

  /** Removes a part all of whose files are durable. */
  private void remove(Part part) {
    if (part.hasFailed || spares.size() > 1) {
      journals.remove(part.journal);
    } else {
      Path next = next();
      journals.rename(part.journal, next);
      spares.add(next);
    }
    ended.remove();
  }

  @Override
  public void close() {
    settle();
    settling.lock();
    try {
      syncing.close();
    } finally {
      settling.unlock();
    }
    for (Path spare = spares.poll(); spare != null; spare = spares.poll()) {
      journals.remove(spare);
    }
  }

  private void alone(Runnable change) {
    adding.lock();
    try {
      change.run();
    } finally {
      adding.unlock();
    }
  }
}
