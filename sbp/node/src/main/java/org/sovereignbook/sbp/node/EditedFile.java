package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Optional;

/**
 * Text file that a person or another program writes, too. A change preserves the file's mode, owner
 * and byte order mark; a read-only file is refused. Immutable.
 */
public final class EditedFile {
  /** Byte order mark, which has no meaning in UTF-8, but some editors of Windows write it. */
  public static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Disk disk;
  private final Path file;
  private final Optional<byte[]> before;

  private EditedFile(Disk disk, Path file, Optional<byte[]> before) {
    this.disk = disk;
    this.file = file;
    this.before = before;
  }

  /** Reads the file as it is now, if it is there. */
  public static EditedFile read(Disk disk, Path file) {
    return new EditedFile(disk, file, disk.read(file));
  }

  /** Returns the bytes without a byte order mark. */
  public static byte[] unmarked(byte[] bytes) {
    int mark = BYTE_ORDER_MARK.getBytes(StandardCharsets.UTF_8).length;
    return isMarked(bytes) ? Arrays.copyOfRange(bytes, mark, bytes.length) : bytes;
  }

  /**
   * Refuses a file that its owner has made read-only, also for the superuser, whom file modes do
   * not stop.
   *
   * @throws NodeException with the command that allows it
   */
  public static void requireWritable(Path file) {
    if (!isWritable(file)) {
      throw new NodeException(
          file
              + " is read-only; nothing was changed. If it may be:  chmod u+w "
              + Quoting.shell(PeerText.escape(file.toString())));
    }
  }

  private static boolean isWritable(Path file) {
    PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    try {
      return !Files.exists(file)
          || (posix == null
              ? Files.isWritable(file)
              : posix.readAttributes().permissions().contains(PosixFilePermission.OWNER_WRITE));
    } catch (IOException e) {
      throw new DiskException("cannot read the permissions of", file, e);
    }
  }

  /** Returns whether the file existed. */
  public boolean exists() {
    return before.isPresent();
  }

  /** Returns the file's bytes without a byte order mark; empty when there was no file. */
  public byte[] bytes() {
    return unmarked(before.orElseGet(() -> new byte[0]));
  }

  /** Returns all bytes of the file. */
  public Optional<byte[]> whole() {
    return before;
  }

  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns whether the file has changed since it was read. */
  public boolean isChanged() {
    return !Arrays.equals(disk.read(file).orElse(null), before.orElse(null));
  }

  /** Replaces the text of the file. */
  public void write(String text) {
    requireWritable(file);
    disk.write(file, marked(text));
  }

  /** Replaces the text of a file for its owner's eyes; of one that was there the mode stays. */
  public void writePrivate(String text) {
    if (exists()) {
      write(text);
    } else {
      disk.writePrivate(file, marked(text));
    }
  }

  private byte[] marked(String text) {
    boolean hadMark = before.filter(EditedFile::isMarked).isPresent();
    return ((hadMark ? BYTE_ORDER_MARK : "") + text).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isMarked(byte[] bytes) {
    byte[] mark = BYTE_ORDER_MARK.getBytes(StandardCharsets.UTF_8);
    return bytes.length >= mark.length
        && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length);
  }
}
