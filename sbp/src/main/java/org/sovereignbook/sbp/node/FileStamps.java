package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells whether files are as they were, by their names, sizes and times of change: for whoever only
 * looks, since two changes within a few milliseconds may leave the same.
 */
public final class FileStamps {
  private FileStamps() {}

  /** Of these files, whether they are there or not. */
  public static String of(List<Path> files) {
    StringBuilder stamp = new StringBuilder();
    for (Path file : files) {
      try {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        stamp.append(file.getFileName()).append(' ').append(is.size()).append(' ');
        stamp.append(is.lastModifiedTime().to(TimeUnit.NANOSECONDS)).append('\n');
      } catch (IOException e) {
        // It is not there, which the stamp says, too.
        stamp.append(file.getFileName()).append(" -\n");
      }
    }
    return stamp.toString();
  }
}
