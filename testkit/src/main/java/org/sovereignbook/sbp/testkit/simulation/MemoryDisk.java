package org.sovereignbook.sbp.testkit.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/**
 * Disk in memory, which keeps what {@link Disk} promises and no more: a crash takes any of the
 * bytes that were not synced, tears what may be torn, and may come at any operation. Paths are kept
 * relative to the node, so that nothing depends on its place. For one thread at a time.
 */
final class MemoryDisk implements Disk {
  private static final long FREE_BYTES = 100L << 30;
  private static final int MAX_LISTED = 1 << 16;

  /** Hears of every change, and lets time pass at it. */
  interface Watch {
    void changing(String operation, String file, byte[] bytes);

    void gone(String file);
  }

  /**
   * A file.
   *
   * @param durable the bytes that a crash leaves for sure; empty when none
   */
  @SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"}) // One and the same bytes.
  private record Entry(
      byte[] bytes, Optional<byte[]> durable, boolean isPrivate, Instant changedAt, long number) {
    boolean isSynced() {
      return durable.isPresent() && durable.get() == bytes;
    }
  }

  /** A copy of everything on a disk. */
  record Copy(NavigableMap<String, Entry> files, NavigableMap<String, Boolean> folders) {}

  private final Path root;
  private final String below;
  private final InstantSource clock;
  private final Dice dice;
  private final Watch watch;
  private NavigableMap<String, Entry> files = new TreeMap<>();
  private NavigableMap<String, Boolean> folders = new TreeMap<>();
  private long changes;
  private long crashAt = Long.MAX_VALUE;
  private boolean isDead;
  private boolean isFull;

  MemoryDisk(Path root, InstantSource clock, Dice dice, Watch watch) {
    this.root = root;
    this.below = root + "/";
    this.clock = clock;
    this.dice = dice;
    this.watch = watch;
    folders.put("", true);
  }

  // Faults.

  /** Makes the machine die at one of the next changes. */
  void crashAfter(int operations) {
    crashAt = changes + operations;
  }

  boolean isDead() {
    return isDead;
  }

  /** Counts a transaction of a database as a change, at which the machine may die. */
  void transaction(String what) {
    live();
    perform(what, "society", new byte[0], () -> {}, () -> {});
  }

  boolean isFull() {
    return isFull;
  }

  void setFull(boolean full) {
    isFull = full;
  }

  Copy copy() {
    return new Copy(new TreeMap<>(files), new TreeMap<>(folders));
  }

  void restore(Copy copy) {
    files = new TreeMap<>(copy.files());
    folders = new TreeMap<>(copy.folders());
  }

  /** Ends the machine now: every operation fails until it starts again. */
  void die() {
    isDead = true;
  }

  /** Starts the machine again, with what the crash has left. */
  void startAgain() {
    for (Map.Entry<String, Entry> file : new ArrayList<>(files.entrySet())) {
      Entry entry = file.getValue();
      if (!entry.isSynced()) {
        Optional<byte[]> left = left(entry);
        if (left.isPresent()) {
          files.put(file.getKey(), entry(left.get(), left, entry.isPrivate()));
        } else {
          files.remove(file.getKey());
          watch.gone(file.getKey());
        }
      }
    }
    isDead = false;
    crashAt = Long.MAX_VALUE;
  }

  /** Returns what a crash leaves of a file that was not synced. */
  private Optional<byte[]> left(Entry entry) {
    return switch (dice.below(3)) {
      case 0 -> entry.durable();
      case 1 -> Optional.of(entry.bytes());
      default -> {
        int least =
            entry.durable().map(bytes -> Math.min(bytes.length, entry.bytes().length)).orElse(0);
        int length = least + dice.below(entry.bytes().length - least + 1);
        yield Optional.of(Arrays.copyOf(entry.bytes(), length));
      }
    };
  }

  // Looks for the judge, at what is there now.

  /** Returns the names of all files below a folder, with their bytes. */
  Map<String, byte[]> below(String folder) {
    Map<String, byte[]> found = new TreeMap<>();
    range(folder + "/").forEach((name, entry) -> found.put(name, entry.bytes()));
    return found;
  }

  Optional<byte[]> bytes(String file) {
    return Optional.ofNullable(files.get(file)).map(Entry::bytes);
  }

  private NavigableMap<String, Entry> range(String prefix) {
    return prefix.equals("/")
        ? files
        : files.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
  }

  // Reads.

  private String name(Path path) {
    String text = path.toString();
    // Nearly all paths are plain ones below the root, and need no look at each of their parts.
    return text.startsWith(below) && !text.contains("/.")
        ? text.substring(below.length())
        : root.relativize(path.toAbsolutePath().normalize()).toString();
  }

  @Override
  public Optional<byte[]> read(Path file) {
    live();
    return Optional.ofNullable(files.get(name(file))).map(entry -> entry.bytes().clone());
  }

  @Override
  public Optional<MemorySegment> map(Path file) {
    return read(file).map(MemorySegment::ofArray);
  }

  @Override
  public boolean exists(Path path) {
    live();
    String name = name(path);
    return files.containsKey(name) || folders.containsKey(name);
  }

  @Override
  public long sizeBytes(Path file) {
    live();
    return Optional.ofNullable(files.get(name(file))).map(entry -> entry.bytes().length).orElse(0);
  }

  @Override
  public Optional<String> stamp(Path file) {
    live();
    return Optional.ofNullable(files.get(name(file)))
        .map(entry -> entry.bytes().length + " " + entry.number());
  }

  @Override
  public Optional<Instant> changedAt(Path file) {
    live();
    return Optional.ofNullable(files.get(name(file))).map(Entry::changedAt);
  }

  @Override
  public boolean isPrivate(Path file) {
    return Optional.ofNullable(files.get(name(file))).map(Entry::isPrivate).orElse(true);
  }

  @Override
  public long freeBytes(Path path) {
    live();
    return isFull ? 0 : FREE_BYTES;
  }

  @Override
  public List<Path> files(Path folder) {
    live();
    return listed(name(folder), files, folder);
  }

  @Override
  public List<Path> folders(Path folder) {
    live();
    return listed(name(folder), folders, folder);
  }

  /** Steps over whole folders, which may be large. */
  private static List<Path> listed(String folder, NavigableMap<String, ?> all, Path at) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    List<Path> found = new ArrayList<>();
    String next = all.higherKey(prefix);
    while (next != null && next.startsWith(prefix) && found.size() < MAX_LISTED) {
      int slash = next.indexOf('/', prefix.length());
      if (slash < 0) {
        if (next.charAt(prefix.length()) != '.') {
          found.add(at.resolve(next.substring(prefix.length())));
        }
        next = all.higherKey(next);
      } else {
        next = all.ceilingKey(next.substring(0, slash) + (char) ('/' + 1));
      }
    }
    return found;
  }

  @Override
  public void walk(Path folder, Visit visit) {
    live();
    new TreeMap<>(range(name(folder) + "/"))
        .forEach(
            (name, entry) ->
                visit.file(root.resolve(name), entry.bytes().length, entry.changedAt()));
  }

  // Changes.

  @Override
  public void write(Path file, byte[] bytes) {
    change("write", file, bytes, () -> put(file, bytes, isPrivate(file) && exists(file)), () -> {});
  }

  @Override
  public void writePrivate(Path file, byte[] bytes) {
    change("write", file, bytes, () -> put(file, bytes, true), () -> {});
  }

  @Override
  public boolean create(Path file, ContentWriter content) {
    live();
    if (exists(file)) {
      return false;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      content.writeTo(out);
    } catch (IOException e) {
      throw new DiskException("cannot create", file, e);
    }
    byte[] bytes = out.toByteArray();
    change("create", file, bytes, () -> put(file, bytes, false), () -> {});
    return true;
  }

  @Override
  public List<ItemResult<Path>> createUnsynced(List<NewFile> wanted) {
    return wanted.stream().map(file -> ItemResult.of(() -> createUnsynced(file))).toList();
  }

  private Path createUnsynced(NewFile file) {
    Path name = file.names().get();
    while (exists(name)) {
      name = file.names().get();
    }
    Path free = name;
    byte[] bytes = file.bytes().clone();
    Runnable unsynced = () -> keep(free, entry(bytes, Optional.empty(), false));
    change("create-unsynced", free, bytes, unsynced, () -> {});
    return free;
  }

  @Override
  public void sync(List<Path> some) {
    for (Path file : some) {
      change("sync", file, new byte[0], () -> syncOne(name(file)), () -> {});
    }
  }

  private void syncOne(String name) {
    files.computeIfPresent(
        name,
        (_, entry) ->
            new Entry(
                entry.bytes(),
                Optional.of(entry.bytes()),
                entry.isPrivate(),
                entry.changedAt(),
                entry.number()));
  }

  @Override
  public void append(Path file, byte[] bytes) {
    writeAt("append", file, sizeBytes(file), bytes);
  }

  @Override
  public void writeAt(Path file, long place, byte[] bytes) {
    if (place > 0 && !exists(file)) {
      throw new DiskException("cannot write into", file, new IOException("no such file"));
    }
    writeAt("write-at", file, place, bytes);
  }

  private void writeAt(String operation, Path file, long place, byte[] bytes) {
    byte[] half = Arrays.copyOf(bytes, dice.below(bytes.length + 1));
    change(
        operation,
        file,
        bytes,
        () -> put(file, merged(file, (int) place, bytes), isPrivate(file) && exists(file)),
        () -> put(file, merged(file, (int) place, half), isPrivate(file) && exists(file)));
  }

  private byte[] merged(Path file, int place, byte[] bytes) {
    byte[] before = bytes(name(file)).orElseGet(() -> new byte[0]);
    byte[] after = Arrays.copyOf(before, Math.max(before.length, place + bytes.length));
    System.arraycopy(bytes, 0, after, place, bytes.length);
    return after;
  }

  @Override
  public void note(Path file, byte[] bytes) {
    change(
        "note",
        file,
        bytes,
        () -> {
          Optional<byte[]> durable =
              Optional.ofNullable(files.get(name(file))).flatMap(Entry::durable);
          keep(file, entry(merged(file, (int) sizeBytes(file), bytes), durable, false));
        },
        () -> {});
  }

  @Override
  public void overwrite(Path file, byte[] bytes) {
    if (!exists(file)) {
      throw new DiskException("cannot overwrite", file, new IOException("no such file"));
    }
    boolean was = isFull;
    isFull = isFull && bytes.length > sizeBytes(file);
    byte[] half = merged(file, 0, Arrays.copyOf(bytes, dice.below(bytes.length + 1)));
    try {
      change(
          "overwrite",
          file,
          bytes,
          () -> put(file, bytes, isPrivate(file)),
          () -> put(file, half, isPrivate(file)));
    } finally {
      isFull = was;
    }
  }

  @Override
  public void move(Path from, Path to) {
    String old = name(from);
    String made = name(to);
    unfull(
        "move",
        from,
        made,
        () -> {
          if (folders.containsKey(old)) {
            moveFolder(old, made);
          } else {
            Entry entry = Optional.ofNullable(files.remove(old)).orElseThrow(() -> missing(from));
            watch.gone(old);
            keep(to, entry);
          }
        });
  }

  private void moveFolder(String from, String to) {
    for (Map.Entry<String, Entry> file : new TreeMap<>(range(from + "/")).entrySet()) {
      files.remove(file.getKey());
      files.put(to + file.getKey().substring(from.length()), file.getValue());
    }
    for (String folder : new ArrayList<>(folders.tailMap(from, true).keySet())) {
      if (folder.equals(from) || folder.startsWith(from + "/")) {
        folders.remove(folder);
        folders.put(to + folder.substring(from.length()), true);
      }
    }
    makeFolders(to);
  }

  private static DiskException missing(Path file) {
    return new DiskException("cannot move", file, new IOException("no such file"));
  }

  @Override
  public void delete(Path file) {
    String name = name(file);
    if (!exists(file)) {
      return;
    }
    unfull(
        "delete",
        file,
        "",
        () -> {
          if (files.remove(name) != null) {
            watch.gone(name);
          } else if (range(name + "/").isEmpty()) {
            folders.remove(name);
          }
        });
  }

  @Override
  public void alone(Path lock, Runnable action) {
    live();
    action.run();
  }

  @Override
  public void createFolders(Path folder) {
    live();
    makeFolders(name(folder));
  }

  private void makeFolders(String folder) {
    String name = folder;
    while (!name.isEmpty() && folders.put(name, true) == null) {
      name = parent(name);
    }
  }

  private static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private void put(Path file, byte[] bytes, boolean isPrivate) {
    byte[] own = bytes.clone();
    keep(file, entry(own, Optional.of(own), isPrivate));
  }

  private Entry entry(byte[] bytes, Optional<byte[]> durable, boolean isPrivate) {
    return new Entry(bytes, durable, isPrivate, clock.instant(), changes);
  }

  private void keep(Path file, Entry entry) {
    String name = name(file);
    makeFolders(parent(name));
    files.put(name, entry);
  }

  private void change(String operation, Path file, byte[] bytes, Runnable whole, Runnable torn) {
    live();
    if (isFull) {
      throw new DiskException(
          "cannot " + operation, file, new IOException("No space left on device"));
    }
    perform(operation, name(file), bytes, whole, torn);
  }

  /** Makes a change that needs no space. */
  private void unfull(String operation, Path file, String to, Runnable whole) {
    live();
    perform(
        operation,
        name(file),
        to.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        whole,
        () -> {});
  }

  private void perform(String operation, String file, byte[] bytes, Runnable whole, Runnable torn) {
    watch.changing(operation, file, bytes);
    live();
    if (++changes >= crashAt) {
      switch (dice.below(3)) {
        case 0 -> whole.run();
        case 1 -> torn.run();
        default -> {}
      }
      isDead = true;
      throw new SimulatedCrash("at " + operation + " " + file);
    }
    whole.run();
  }

  private void live() {
    if (isDead) {
      throw new SimulatedCrash("the machine is off");
    }
  }
}
