package org.sovereignbook.sbp.cli.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;

/** Writes files that can be run: the old one or the new one is there at any moment, executable. */
public final class ExecutableFile {
  private static final String PERMISSIONS = "rwxr-xr-x";

  private ExecutableFile() {}

  /** Replaces or creates it. */
  public static void write(Disk disk, Path file, String text) {
    Path unseen = file.resolveSibling("." + file.getFileName() + ".new.tmp");
    disk.write(unseen, text.getBytes(StandardCharsets.UTF_8));
    makeExecutable(unseen);
    disk.move(unseen, file);
  }

  private static void makeExecutable(Path file) {
    PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (posix == null) {
      return;
    }
    try {
      posix.setPermissions(PosixFilePermissions.fromString(PERMISSIONS));
    } catch (IOException e) {
      throw new DiskException("cannot make executable", file, e);
    }
  }
}
