package org.sovereignbook.sbp.model.llm.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * Content of a folder: each file with its hash, each folder, and every other kind of entry. Links
 * are recorded, never followed.
 *
 * @param entries the state of each path, by path below the folder
 */
record Snapshot(Map<String, String> entries) {
  /**
   * More entries than any run creates; a program that creates more has changed something already.
   */
  private static final int MAX_ENTRIES = 5_000;

  /** Size from which on files are compared by size only: no input is as large. */
  private static final long MAX_HASHED_BYTES = 64L * 1024 * 1024;

  static Snapshot of(Path folder) {
    Map<String, String> entries = new TreeMap<>();
    list(folder, folder, entries);
    return new Snapshot(entries);
  }

  /**
   * Returns the first path that differs in a later snapshot.
   *
   * @param allowed the one regular file that may be new, or may have another content
   * @return a sentence without the subject, such as {@code changed ethos.md}
   */
  Optional<String> change(Snapshot later, String allowed) {
    if (later.entries.size() >= MAX_ENTRIES) {
      return Optional.of("made more than " + MAX_ENTRIES + " files");
    }
    TreeSet<String> paths = new TreeSet<>(entries.keySet());
    paths.addAll(later.entries.keySet());
    for (String path : paths) {
      String before = entries.getOrDefault(path, "");
      String after = later.entries.getOrDefault(path, "");
      boolean mayDiffer = path.equals(allowed) && isPlainFile(after) && sameAccess(before, after);
      if (!before.equals(after) && !mayDiffer) {
        return Optional.of(verb(before, after) + " " + path);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a path is in the same state in both. */
  boolean sameAt(String path, Snapshot other) {
    return entries.getOrDefault(path, "").equals(other.entries.getOrDefault(path, ""));
  }

  private static String verb(String before, String after) {
    if (after.isEmpty()) {
      return "removed";
    }
    String kind = isPlainFile(after) ? "" : " a " + after.substring(0, after.indexOf(' '));
    return (before.isEmpty() ? "made" : "changed") + kind;
  }

  private static boolean isPlainFile(String entry) {
    return entry.startsWith("file ");
  }

  /** Compares permissions: those of a new file do not matter, an old file must keep its own. */
  private static boolean sameAccess(String before, String after) {
    return before.isEmpty() || before.split(" ")[1].equals(after.split(" ")[1]);
  }

  private static void list(Path root, Path folder, Map<String, String> entries) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        if (entries.size() >= MAX_ENTRIES) {
          return;
        }
        String name = root.relativize(child).toString().replace('\\', '/');
        entries.put(name, describe(child));
        if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
          list(root, child, entries);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      entries.merge(
          root.relativize(folder).toString(),
          "folder that cannot be read",
          (known, unreadable) -> unreadable);
    }
  }

  private static String describe(Path path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isSymbolicLink()) {
        return "symbolic link to " + Files.readSymbolicLink(path);
      }
      if (attributes.isDirectory()) {
        return "folder " + access(path);
      }
      if (!attributes.isRegularFile()) {
        return "special file";
      }
      return linked(path)
          ? "hard link to something else"
          : "file " + access(path) + " " + content(path, attributes.size());
    } catch (IOException e) {
      return "file that cannot be read";
    }
  }

  private static String content(Path file, long bytes) throws IOException {
    return bytes > MAX_HASHED_BYTES
        ? bytes + " bytes"
        : ContentHash.ofBytes(Files.readAllBytes(file)).toString();
  }

  private static String access(Path path) throws IOException {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? PosixFilePermissions.toString(
            Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .permissions())
        : "-";
  }

  private static boolean linked(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS)
            instanceof Integer links
        && links > 1;
  }
}
