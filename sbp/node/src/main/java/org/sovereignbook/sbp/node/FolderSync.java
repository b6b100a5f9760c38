package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Sync of few files one by one, and of many with all of their file system. */
final class FolderSync implements Disk.Syncing {
  /** From so many files on all of the file system is synced instead. */
  static final int MANY = 128;

  private final Optional<FileSystemSync> all;
  private final Consumer<List<Path>> each;

  /** Begins; a write that fails from now on is told. */
  FolderSync(Path folder, Consumer<List<Path>> each) {
    this.all = FileSystemSync.open(folder);
    this.each = each;
  }

  @Override
  public void sync(List<Path> files) {
    if (files.size() < MANY || all.filter(FileSystemSync::isSynced).isEmpty()) {
      each.accept(files);
    }
  }

  @Override
  public void close() {
    all.ifPresent(FileSystemSync::close);
  }
}
