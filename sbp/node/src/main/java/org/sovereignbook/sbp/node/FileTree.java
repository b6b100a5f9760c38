package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;

/** Whole folders, with the hidden files that {@link Disk} never shows. Reads only. */
public final class FileTree {
  private FileTree() {}

  /** Hears of a file, or of a symbolic link, which is never followed. */
  @FunctionalInterface
  public interface Visit {
    void file(Path file, BasicFileAttributes attributes);
  }

  /**
   * Visits every file below a folder; what vanishes meanwhile is passed over, and no folder is
   * none.
   *
   * @param leftOut folders that are not looked into
   */
  public static void walk(Path root, Predicate<Path> leftOut, Visit visit) {
    if (!Files.isDirectory(root)) {
      return;
    }
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return leftOut.test(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              visit.file(file, attributes);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
              if (why instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw why;
            }
          });
    } catch (IOException e) {
      throw new DiskException("cannot look through", root, e);
    }
  }
}
