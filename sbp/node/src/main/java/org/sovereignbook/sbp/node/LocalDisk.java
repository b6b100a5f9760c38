package org.sovereignbook.sbp.node;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The real {@link Disk}: temporary file in the same folder, fsync, rename, fsync of the folder. */
public final class LocalDisk implements Disk {
  /**
   * Size limit of a file that is read at once; the largest that is meant to be is the jar of a
   * plugin.
   */
  static final long MAX_READ_BYTES = 256L * 1024 * 1024;

  private static final int BUFFER_BYTES = 64 * 1024;

  /** Files that are synced at the same time, so that they share the medium's waits. */
  private static final int SYNCING = 16;

  private static final Set<OpenOption> CREATE_NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private static final Set<OpenOption> LOCKED =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

  /**
   * Excludes other threads, before they open a lock file: closing any channel of it would release
   * another thread's file lock (POSIX).
   */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private final boolean synced;
  private final AtomicLong temporaryFiles = new AtomicLong();

  /** Creates a disk whose every change has reached the medium when the call returns. */
  public LocalDisk() {
    this(true);
  }

  private LocalDisk(boolean synced) {
    this.synced = synced;
  }

  /**
   * Creates a disk that leaves the moment of writing to the operating system: as atomic, but a
   * power failure may lose the last changes. For tests, locks and other expendable state.
   */
  public static LocalDisk unsynced() {
    return new LocalDisk(false);
  }

  @Override
  public boolean isDurable() {
    return synced;
  }

  @Override
  public Optional<byte[]> read(Path file) {
    try {
      if (requireRegular(file).size() > MAX_READ_BYTES) {
        throw new NodeException(file + " has more than " + MAX_READ_BYTES + " bytes; not read");
      }
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  @Override
  public Optional<InputStream> open(Path file) {
    try {
      BasicFileAttributes _ = requireRegular(file);
      return Optional.of(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  @Override
  public Optional<MemorySegment> map(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      return Optional.of(
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  /**
   * Refuses files that block: opening a named pipe waits for its other end, perhaps for ever; a
   * device has no end. Links are followed.
   *
   * @throws NodeException when it is either, or a socket
   */
  static BasicFileAttributes requireRegular(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isOther()) {
      throw new NodeException(
          file
              + " is a named pipe, a socket or a device, and is not opened; take it away: rm "
              + Quoting.shell(PeerText.escape(file.toString())));
    }
    return attributes;
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(path);
  }

  @Override
  public boolean isClosed(Path folder) {
    return Files.isDirectory(folder) && !(Files.isReadable(folder) && Files.isExecutable(folder));
  }

  @Override
  public long sizeBytes(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  @Override
  public Optional<String> stamp(Path file) {
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(is.size() + " " + is.lastModifiedTime() + " " + is.fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Instant> changedAt(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DiskException("cannot read the time of", file, e);
    }
  }

  @Override
  public boolean isPrivate(Path file) {
    return OwnerOnly.holds(file);
  }

  @Override
  public void walk(Path folder, Visit visit) {
    FileTree.walk(
        folder,
        _ -> false,
        (file, attributes) -> {
          if (attributes.isRegularFile()) {
            visit.file(file, attributes.size(), attributes.lastModifiedTime().toInstant());
          }
        });
  }

  @Override
  public long freeBytes(Path path) {
    Path existing = path.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    // A FileStore has this value, too, but reads the table of mounts first.
    File there = existing.toFile();
    long free = there.getUsableSpace();
    if (free == 0 && there.getTotalSpace() == 0) {
      throw new DiskException("cannot measure the free disk of", path, new IOException("unknown"));
    }
    return free;
  }

  @Override
  public List<Path> files(Path folder) {
    return list(folder, path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public List<String> names(Path folder) {
    String[] names = folder.toFile().list();
    // Missing, or not readable: the slower way says why.
    return names == null ? Disk.super.names(folder) : List.of(names);
  }

  @Override
  public List<Path> folders(Path folder) {
    return list(folder, path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public void write(Path file, byte[] bytes) {
    replace(file, bytes);
  }

  @Override
  public void writePrivate(Path file, byte[] bytes) {
    replace(file, bytes, OwnerOnly.file(file));
    OwnerOnly.restrict(file);
  }

  @Override
  public void overwrite(Path file, byte[] bytes) {
    try {
      requireRegular(file);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        writeFully(channel, bytes);
        channel.truncate(bytes.length);
        sync(channel);
      }
    } catch (IOException e) {
      throw new DiskException("cannot overwrite", file, e);
    }
  }

  @Override
  public boolean create(Path file, ContentWriter content) {
    try {
      Path temporary = writeTemporary(file, content);
      try {
        if (!link(temporary, file)) {
          return false;
        }
      } finally {
        Files.deleteIfExists(temporary);
      }
      syncFolder(parent(file));
      return true;
    } catch (IOException e) {
      throw new DiskException("cannot create", file, e);
    }
  }

  /** A file whose bytes are on the medium, and which nobody sees yet. */
  private record Unnamed(Path temporary, Path first, Supplier<Path> others) {}

  /**
   * Syncs the bytes of all files at the same time, then gives them their names in order, then syncs
   * each folder once.
   */
  @Override
  public List<ItemResult<Path>> createAll(List<NewFile> files) {
    if (files.size() == 1) {
      return Disk.super.createAll(files);
    }
    Map<Path, ItemResult<FileAttribute<?>[]>> modes = new ConcurrentHashMap<>();
    List<Future<ItemResult<Unnamed>>> written = new ArrayList<>();
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (NewFile file : files) {
        written.add(each.submit(() -> ItemResult.of(() -> unnamed(file, modes))));
      }
    }
    List<ItemResult<Path>> named =
        written.stream()
            .map(one -> ItemResult.of(one::resultNow).then(unnamed -> name(unnamed.get())))
            .toList();
    Map<Path, ItemResult<Path>> folders = new HashMap<>();
    return named.stream().map(one -> one.then(file -> inSynced(folders, file))).toList();
  }

  @Override
  public List<ItemResult<Path>> createUnsynced(List<NewFile> files) {
    Map<Path, ItemResult<FileAttribute<?>[]>> modes = new HashMap<>();
    LocalDisk unsynced = unsynced();
    return files.stream()
        .map(file -> ItemResult.of(() -> name(unsynced.unnamed(file, modes))))
        .toList();
  }

  @Override
  public void sync(List<Path> files) {
    Set<Path> folders = new LinkedHashSet<>();
    files.forEach(file -> folders.add(parent(file)));
    if (!synced || files.size() < FolderSync.MANY || folders.size() > 1) {
      syncEach(files);
      return;
    }
    try (Syncing syncing = new FolderSync(folders.iterator().next(), this::syncEach)) {
      syncing.sync(files);
    }
  }

  @Override
  public Syncing syncing(Path folder) {
    if (!synced) {
      return _ -> {};
    }
    try {
      makeFolders(folder);
    } catch (IOException e) {
      // Whoever creates files there says so.
    }
    return new FolderSync(folder, this::syncEach);
  }

  private void syncEach(List<Path> files) {
    if (!synced || files.isEmpty()) {
      return;
    }
    List<Future<ItemResult<Path>>> all = new ArrayList<>();
    try (ExecutorService each = Executors.newFixedThreadPool(Math.min(files.size(), SYNCING))) {
      files.forEach(file -> all.add(each.submit(() -> ItemResult.of(() -> syncFile(file)))));
    }
    all.forEach(one -> one.resultNow().get());
    Map<Path, ItemResult<Path>> folders = new HashMap<>();
    files.stream().filter(file -> exists(parent(file))).forEach(file -> inSynced(folders, file));
  }

  private static Path syncFile(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (NoSuchFileException e) {
      // Taken away meanwhile.
    } catch (IOException e) {
      throw new DiskException("cannot sync", file, e);
    }
    return file;
  }

  /** Writes a file; its folder is made, and asked for the modes of its files, once for all. */
  private Unnamed unnamed(NewFile file, Map<Path, ItemResult<FileAttribute<?>[]>> modes) {
    Path first = file.names().get();
    FileAttribute<?>[] mode =
        modes.computeIfAbsent(parent(first), folder -> ItemResult.of(() -> modesIn(folder))).get();
    try {
      Path temporary = writeNew(first, out -> out.write(file.bytes()), mode);
      return new Unnamed(temporary, first, file.names());
    } catch (IOException e) {
      throw new DiskException("cannot create", first, e);
    }
  }

  private static FileAttribute<?>[] modesIn(Path folder) {
    try {
      makeFolders(folder);
      return OwnerOnly.fileIn(folder);
    } catch (IOException e) {
      throw new DiskException("cannot create files in", folder, e);
    }
  }

  private static Path name(Unnamed file) {
    Path name = file.first();
    try {
      try {
        while (!link(file.temporary(), name)) {
          name = file.others().get();
        }
        return name;
      } finally {
        Files.deleteIfExists(file.temporary());
      }
    } catch (IOException e) {
      throw new DiskException("cannot create", name, e);
    }
  }

  /** Gives a file another name, unless that is taken. */
  private static boolean link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Syncs the file's folder unless that was done; a failure is that of all files in it. */
  private Path inSynced(Map<Path, ItemResult<Path>> synced, Path file) {
    Path _ = synced.computeIfAbsent(parent(file), this::synced).get();
    return file;
  }

  private ItemResult<Path> synced(Path folder) {
    return ItemResult.of(
        () -> {
          try {
            syncFolder(folder);
            return folder;
          } catch (IOException e) {
            throw new DiskException("cannot sync", folder, e);
          }
        });
  }

  @Override
  public void append(Path file, byte[] bytes) {
    append(file, bytes, true);
  }

  @Override
  public void note(Path file, byte[] bytes) {
    append(file, bytes, false);
  }

  private void append(Path file, byte[] bytes, boolean durably) {
    try {
      boolean isNew = !exists(file);
      if (isNew) {
        makeFolders(parent(file));
      } else {
        requireRegular(file);
      }
      FileAttribute<?>[] modes = isNew ? OwnerOnly.fileIn(parent(file)) : new FileAttribute<?>[0];
      try (FileChannel channel = FileChannel.open(file, APPEND, modes)) {
        writeFully(channel, bytes);
        if (durably) {
          sync(channel);
        }
      }
      if (isNew && durably) {
        syncFolder(parent(file));
      }
    } catch (IOException e) {
      throw new DiskException("cannot append to", file, e);
    }
  }

  @Override
  public void writeAt(Path file, long place, byte[] bytes) {
    try {
      boolean isNew = place == 0 && !exists(file);
      if (isNew) {
        makeFolders(parent(file));
      } else {
        BasicFileAttributes _ = requireRegular(file);
      }
      try (FileChannel channel =
          isNew
              ? FileChannel.open(file, CREATE_NEW, OwnerOnly.fileIn(parent(file)))
              : FileChannel.open(file, StandardOpenOption.WRITE)) {
        writeFully(channel.position(place), bytes);
        if (synced) {
          // Without its time of change, which nobody reads: the call for all waits for others.
          channel.force(false);
        }
      }
      if (isNew) {
        syncFolder(parent(file));
      }
    } catch (IOException e) {
      throw new DiskException("cannot write into", file, e);
    }
  }

  @Override
  public void move(Path from, Path to) {
    try {
      rename(from, to);
      syncFolder(parent(to));
      syncFolder(parent(from));
    } catch (IOException e) {
      throw new DiskException(cannotMove(to), from, e);
    }
  }

  @Override
  public void delete(Path file) {
    removeAll(List.of(new Removal(file, Optional.empty())));
  }

  @Override
  public void removeAll(List<Removal> removals) {
    Set<Path> folders = new LinkedHashSet<>();
    removals.forEach(removal -> folders.addAll(remove(removal)));
    for (Path folder : folders) {
      Path _ = synced(folder).get();
    }
  }

  /** Returns the folders that this has changed. */
  private List<Path> remove(Removal removal) {
    Path file = removal.file();
    try {
      if (removal.to().isEmpty()) {
        return Files.deleteIfExists(file) ? List.of(parent(file)) : List.of();
      }
      if (!exists(file)) {
        return List.of();
      }
      rename(file, removal.to().get());
      return List.of(parent(removal.to().get()), parent(file));
    } catch (IOException e) {
      String what = removal.to().map(LocalDisk::cannotMove).orElse("cannot delete");
      throw new DiskException(what, file, e);
    }
  }

  private static String cannotMove(Path to) {
    return "cannot move to " + to + " the file";
  }

  private static void rename(Path from, Path to) throws IOException {
    makeFolders(parent(to));
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void alone(Path lock, Runnable action) {
    IN_THIS_PROCESS.lock();
    try {
      makeFolders(parent(lock));
      try (FileChannel channel = FileChannel.open(lock, LOCKED, OwnerOnly.fileIn(parent(lock)));
          FileLock _ = channel.lock()) {
        action.run();
      }
    } catch (IOException e) {
      throw new DiskException("cannot lock", lock, e);
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }

  @Override
  public void createFolders(Path folder) {
    try {
      makeFolders(folder);
    } catch (IOException e) {
      throw new DiskException("cannot create the folder", folder, e);
    }
  }

  private void replace(Path file, byte[] bytes, FileAttribute<?>... attributes) {
    try {
      Path temporary = writeTemporary(file, out -> out.write(bytes), attributes);
      try {
        if (attributes.length == 0) {
          OwnerOnly.likeThatOf(file, temporary);
        }
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      syncFolder(parent(file));
    } catch (IOException e) {
      throw new DiskException("cannot write", file, e);
    }
  }

  private Path writeTemporary(Path file, ContentWriter content, FileAttribute<?>... attributes)
      throws IOException {
    Path folder = parent(file);
    makeFolders(folder);
    return writeNew(file, content, attributes.length > 0 ? attributes : OwnerOnly.fileIn(folder));
  }

  /** Writes a temporary file beside this one, in a folder that is there. */
  private Path writeNew(Path file, ContentWriter content, FileAttribute<?>... modes)
      throws IOException {
    Path temporary =
        file.resolveSibling(
            "."
                + file.getFileName()
                + "."
                + ProcessHandle.current().pid()
                + "-"
                + temporaryFiles.incrementAndGet()
                + ".tmp");
    try (FileChannel channel = openNew(temporary, modes);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      content.writeTo(out);
      out.flush();
      sync(channel);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    return temporary;
  }

  /** Opens a new file; one of its name is what a killed process of this number has left. */
  private static FileChannel openNew(Path temporary, FileAttribute<?>... modes) throws IOException {
    try {
      return FileChannel.open(temporary, CREATE_NEW, modes);
    } catch (FileAlreadyExistsException e) {
      Files.delete(temporary);
      return FileChannel.open(temporary, CREATE_NEW, modes);
    }
  }

  private static void makeFolders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, OwnerOnly.folderIn(folder));
    }
  }

  private void sync(FileChannel channel) throws IOException {
    if (synced) {
      channel.force(true);
    }
  }

  private static void writeFully(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private void syncFolder(Path folder) throws IOException {
    if (synced && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static List<Path> list(Path folder, Predicate<Path> wanted) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      List<Path> found = new ArrayList<>();
      for (Path entry : entries) {
        if (!entry.getFileName().toString().startsWith(".") && wanted.test(entry)) {
          found.add(entry);
        }
      }
      found.sort(null);
      return List.copyOf(found);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new DiskException("cannot list", folder, e);
    }
  }

  private static Path parent(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.getRoot() : parent;
  }
}
