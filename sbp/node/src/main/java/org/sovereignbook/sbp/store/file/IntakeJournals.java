package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The journals of {@link FileIntake}s in {@code runtime/operational/intake/}: {@code
 * OWNER-NUMBER-FOLDER.journal} has a frame for each file that its owner created in that folder and
 * has not synced yet, a file that ends with {@code .released} the paths of those whose frame no
 * longer counts, and a question mark if a sync failed. The owner is the token of a server's lock.
 * Only a journal whose owner has ended is replayed.
 */
record IntakeJournals(Node node) {
  private static final String JOURNAL = ".journal";
  private static final String RELEASED = ".released";

  /** Among the released paths: a sync of files of this journal failed. */
  private static final String DOUBT = "?";

  /** Stands for a slash in a file's name. */
  private static final char IN_NAME = '~';

  /**
   * Returns a name for a journal of files in a folder, by the server that this process runs.
   *
   * @param numbers never the same twice: under an earlier name a journal would have its frames
   *     again
   */
  Path next(Path folder, IntSupplier numbers) {
    String owner = owner().orElseGet(node::randomId);
    String of = relative(folder).replace('/', IN_NAME);
    while (true) {
      String name = owner + "-" + numbers.getAsInt() + "-" + of + JOURNAL;
      Path journal = node.home().intake().resolve(name);
      if (!node.disk().exists(journal) && !node.disk().exists(released(journal))) {
        return journal;
      }
    }
  }

  private Optional<String> owner() {
    return NodeLock.holder(NodeLock.server(node.home()))
        .map(NodeLock.Holder::token)
        .filter(token -> !token.isEmpty());
  }

  /**
   * Makes the files of a journal durable. If a sync of some failed before, here or elsewhere, what
   * is left of them is written again: the next sync would not tell what is missing.
   */
  void settle(Path journal, List<Path> files, boolean isDoubtful, Disk.Syncing syncing) {
    boolean isRewritten = isDoubtful || isDoubted(journal);
    if (isRewritten) {
      underLock(() -> rewrite(journal, _ -> true));
    }
    sync(journal, files, syncing);
    if (!isRewritten && isDoubted(journal)) {
      throw new StoreException("another process could not sync files of " + journal);
    }
  }

  private boolean isDoubted(Path journal) {
    return releasedOf(journal).contains(DOUBT);
  }

  /** Syncs files, and lets everybody know if that fails. */
  private void sync(Path journal, List<Path> files, Disk.Syncing syncing) {
    try {
      syncing.sync(files);
    } catch (RuntimeException e) {
      try {
        node.disk().note(released(journal), lines(List.of(DOUBT)));
      } catch (RuntimeException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private void rewrite(Path journal, Predicate<String> which) {
    Set<String> released = releasedOf(journal);
    each(
        journal,
        frame -> {
          if (!released.contains(frame.path()) && which.test(frame.path())) {
            Path file = absolute(frame.path());
            if (node.disk().read(file).filter(frame::isLeftIn).isPresent()) {
              node.disk().write(file, frame.bytes());
            }
          }
        });
  }

  /** Removes a journal all of whose files are durable. */
  void remove(Path journal) {
    underLock(() -> drop(journal, () -> node.disk().delete(journal)));
  }

  /**
   * Gives a journal all of whose files are durable another name, under which it has no frame but
   * all of its space.
   */
  void rename(Path journal, Path to) {
    underLock(() -> drop(journal, () -> node.disk().move(journal, to)));
  }

  /** Deletes the released paths only when the journal is durably gone. */
  private void drop(Path journal, Runnable removal) {
    removal.run();
    if (node.disk().exists(released(journal))) {
      node.disk().delete(released(journal));
    }
  }

  /**
   * Restores the files that a power failure took, or tore, of servers that have ended, and removes
   * their journals. Files that are whole, that were released, or that a person has edited stay as
   * they are. A journal that cannot be restored keeps no other from it.
   *
   * @throws RuntimeException what was in the way, when all others are restored
   * @return whether there was a journal
   */
  boolean replay() {
    if (left().isEmpty()) {
      return false;
    }
    List<ItemResult<Path>> all = new ArrayList<>();
    underLock(() -> left().forEach(journal -> all.add(ItemResult.of(() -> replay(journal)))));
    all.forEach(ItemResult::get);
    return true;
  }

  /** Returns the journals of servers that have ended. */
  List<Path> left() {
    List<Path> all = all();
    if (all.isEmpty()) {
      return all;
    }
    // Listed before the look at the owner: a server that starts meanwhile has journals of its own.
    String live = owner().orElse("-");
    return all.stream().filter(one -> !name(one).startsWith(live + "-")).toList();
  }

  private List<Path> all() {
    Path folder = node.home().intake();
    if (!node.disk().exists(folder)) {
      return List.of();
    }
    return node.disk().names(folder).stream()
        .filter(name -> name.endsWith(JOURNAL) || name.endsWith(RELEASED))
        .map(name -> name.replace(RELEASED, JOURNAL))
        .distinct()
        .sorted()
        .map(folder::resolve)
        .toList();
  }

  private Path replay(Path journal) {
    Set<String> released = releasedOf(journal);
    List<Path> counting = new ArrayList<>();
    each(
        journal,
        frame -> {
          if (!released.contains(frame.path())) {
            Path file = absolute(frame.path());
            counting.add(file);
            restore(file, frame, released.contains(DOUBT));
          }
        });
    sync(journal, counting, node.disk()::sync);
    drop(journal, () -> node.disk().delete(journal));
    return journal;
  }

  private void restore(Path file, IntakeFrame frame, boolean isDoubtful) {
    Optional<byte[]> present = node.disk().read(file);
    if (present.isEmpty()) {
      List<Disk.NewFile> missing = List.of(new Disk.NewFile(new OneName(file), frame.bytes()));
      node.disk().createUnsynced(missing).forEach(ItemResult::get);
    } else if (isDoubtful ? frame.isLeftIn(present.get()) : frame.isTornIn(present.get())) {
      node.disk().write(file, frame.bytes());
    }
  }

  /**
   * Takes files out of the journals before they are replaced or taken away, so that no replay
   * brings them back. They are made durable first: from here on nothing else keeps them.
   *
   * @param files files, or folders of files
   */
  void release(List<Path> files) {
    if (files.isEmpty() || !node.disk().exists(node.home().intake())) {
      return;
    }
    Set<String> paths = files.stream().map(this::relative).collect(Collectors.toSet());
    List<Path> concerned =
        all().stream()
            .filter(journal -> paths.stream().anyMatch(path -> isOf(journal, path)))
            .toList();
    if (!concerned.isEmpty()) {
      underLock(() -> concerned.forEach(journal -> release(journal, paths)));
    }
  }

  /** Returns whether a path is the folder of a journal's files, or in it. */
  private static boolean isOf(Path journal, String path) {
    String[] parts = name(journal).split("-", 3);
    String folder = parts[parts.length - 1].replace(JOURNAL, "").replace(IN_NAME, '/');
    return (path + "/").startsWith(folder + "/");
  }

  private void release(Path journal, Set<String> paths) {
    Set<String> affected = new LinkedHashSet<>();
    each(
        journal,
        frame -> {
          if (isIn(paths, frame.path())) {
            affected.add(frame.path());
          }
        });
    if (!affected.isEmpty()) {
      if (isDoubted(journal)) {
        rewrite(journal, affected::contains);
      }
      sync(journal, affected.stream().map(this::absolute).toList(), node.disk()::sync);
      node.disk().append(released(journal), lines(affected));
    }
  }

  /** Begins a line of its own: the last append may have been torn. */
  private static byte[] lines(Collection<String> paths) {
    return ("\n" + String.join("\n", paths) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isIn(Set<String> paths, String path) {
    return paths.contains(path) || paths.contains(path.substring(0, path.lastIndexOf('/')));
  }

  /** Takes a journal's frames one after the other, since all may be too many for the memory. */
  private void each(Path journal, Consumer<IntakeFrame> action) {
    try (InputStream in = node.disk().open(journal).orElseGet(InputStream::nullInputStream)) {
      Optional<IntakeFrame> frame = IntakeFrame.read(name(journal), in);
      while (frame.isPresent()) {
        action.accept(frame.get());
        frame = IntakeFrame.read(name(journal), in);
      }
    } catch (IOException e) {
      throw new DiskException("cannot read", journal, e);
    }
  }

  private Set<String> releasedOf(Path journal) {
    return node.disk()
        .read(released(journal))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .<Set<String>>map(text -> new HashSet<>(text.lines().toList()))
        .orElse(Set.of());
  }

  private static Path released(Path journal) {
    return journal.resolveSibling(name(journal).replace(JOURNAL, RELEASED));
  }

  static String name(Path journal) {
    return journal.getFileName().toString();
  }

  String relative(Path file) {
    return node.home().root().relativize(file).toString().replace('\\', '/');
  }

  private Path absolute(String path) {
    Path file = node.home().root().resolve(path).normalize();
    if (!file.startsWith(node.home().root())) {
      throw new StoreException(
          node.home().intake() + " is damaged: a path leads out of the node directory");
    }
    return file;
  }

  private void underLock(Runnable action) {
    IntakeLock.run(node, action);
  }
}
