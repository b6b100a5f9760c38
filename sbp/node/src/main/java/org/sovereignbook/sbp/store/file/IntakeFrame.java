package org.sovereignbook.sbp.store.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A created file in a journal: a checksum of what follows, the lengths of both, the path below the
 * node directory, and the bytes.
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
record IntakeFrame(String path, byte[] bytes) {
  private static final int MAX_PATH_BYTES = 4_096;
  private static final int HEAD_BYTES = 3 * Integer.BYTES;

  /** Returns the frames of these files, one after the other. */
  static byte[] encode(List<IntakeFrame> files) {
    List<byte[]> paths = new ArrayList<>();
    int length = 0;
    for (IntakeFrame file : files) {
      byte[] path = file.path.getBytes(StandardCharsets.UTF_8);
      paths.add(path);
      length += HEAD_BYTES + path.length + file.bytes.length;
    }
    ByteBuffer frames = ByteBuffer.allocate(length);
    for (int i = 0; i < files.size(); i++) {
      int start = frames.position();
      byte[] bytes = files.get(i).bytes;
      frames.putInt(0).putInt(paths.get(i).length).putInt(bytes.length);
      frames.put(paths.get(i)).put(bytes);
      frames.putInt(start, checksum(frames, start + Integer.BYTES, frames.position()));
    }
    return frames.array();
  }

  /** Returns the files of a journal, up to the first frame that is not whole: the end was torn. */
  static List<IntakeFrame> decode(byte[] journal) {
    ByteBuffer frames = ByteBuffer.wrap(journal);
    List<IntakeFrame> files = new ArrayList<>();
    while (frames.remaining() >= HEAD_BYTES) {
      int start = frames.position();
      int checksum = frames.getInt();
      int pathBytes = frames.getInt();
      int fileBytes = frames.getInt();
      long end = (long) frames.position() + pathBytes + fileBytes;
      boolean isWhole =
          pathBytes > 0 && pathBytes <= MAX_PATH_BYTES && fileBytes >= 0 && end <= journal.length;
      if (!isWhole || checksum(frames, start + Integer.BYTES, (int) end) != checksum) {
        break;
      }
      byte[] path = new byte[pathBytes];
      byte[] bytes = new byte[fileBytes];
      frames.get(path).get(bytes);
      files.add(new IntakeFrame(new String(path, StandardCharsets.UTF_8), bytes));
    }
    return files;
  }

  private static int checksum(ByteBuffer frames, int from, int to) {
    CRC32C checksum = new CRC32C();
    checksum.update(frames.slice(from, to - from));
    return (int) checksum.getValue();
  }

  /**
   * Returns whether a file is what a power failure can leave of this one: shorter, or with zeros in
   * place of bytes. Any other difference is a person's edit.
   */
  boolean isTornIn(byte[] file) {
    if (file.length > bytes.length) {
      return false;
    }
    boolean isSame = file.length == bytes.length;
    for (int i = 0; i < file.length; i++) {
      if (file[i] != bytes[i]) {
        if (file[i] != 0) {
          return false;
        }
        isSame = false;
      }
    }
    return !isSame;
  }
}
