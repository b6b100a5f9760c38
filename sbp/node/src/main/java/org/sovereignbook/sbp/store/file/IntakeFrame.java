package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A created file in a journal: a checksum of the journal's name and of what follows, the lengths of
 * both, the path below the node directory, and the bytes. So the frames of a journal that was given
 * another name are none of the other's.
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
record IntakeFrame(String path, byte[] bytes) {
  private static final int MAX_PATH_BYTES = 4_096;
  private static final int HEAD_BYTES = 3 * Integer.BYTES;

  /** Returns the frames of these files for a journal of a name, one after the other. */
  static byte[] encode(String journal, List<IntakeFrame> files) {
    ByteBuffer frames = ByteBuffer.allocate(files.stream().mapToInt(IntakeFrame::length).sum());
    files.forEach(file -> file.putInto(frames, journal));
    return frames.array();
  }

  private void putInto(ByteBuffer frames, String journal) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    head.putInt(0).putInt(name.length).putInt(bytes.length);
    head.putInt(0, checksum(journal, head.array(), name, bytes));
    frames.put(head.array()).put(name).put(bytes);
  }

  /** Returns the number of bytes that this takes in a journal. */
  int length() {
    return HEAD_BYTES + path.getBytes(StandardCharsets.UTF_8).length + bytes.length;
  }

  /**
   * Reads the next file of a journal of this name; empty at one that is not whole: the end was
   * torn, or what follows was written before the journal had this name.
   */
  static Optional<IntakeFrame> read(String name, InputStream journal) throws IOException {
    byte[] head = journal.readNBytes(HEAD_BYTES);
    if (head.length < HEAD_BYTES) {
      return Optional.empty();
    }
    ByteBuffer fields = ByteBuffer.wrap(head);
    int checksum = fields.getInt();
    int pathBytes = fields.getInt();
    int fileBytes = fields.getInt();
    if (pathBytes <= 0 || pathBytes > MAX_PATH_BYTES || fileBytes < 0) {
      return Optional.empty();
    }
    byte[] path = journal.readNBytes(pathBytes);
    byte[] bytes = journal.readNBytes(fileBytes);
    return bytes.length == fileBytes && checksum(name, head, path, bytes) == checksum
        ? Optional.of(new IntakeFrame(new String(path, StandardCharsets.UTF_8), bytes))
        : Optional.empty();
  }

  /** Returns the checksum of all but its own place. */
  private static int checksum(String journal, byte[] head, byte[] path, byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(journal.getBytes(StandardCharsets.UTF_8));
    checksum.update(head, Integer.BYTES, head.length - Integer.BYTES);
    checksum.update(path);
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  /** Returns whether a power failure has left something else of this in a file. */
  boolean isTornIn(byte[] file) {
    return isLeftIn(file) && !Arrays.equals(file, bytes);
  }

  /**
   * Returns whether a file is this one or what a power failure can leave of it: shorter, or with
   * zeros in place of bytes. Any other difference is a person's edit.
   */
  boolean isLeftIn(byte[] file) {
    if (file.length > bytes.length) {
      return false;
    }
    for (int i = 0; i < file.length; i++) {
      if (file[i] != bytes[i] && file[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
