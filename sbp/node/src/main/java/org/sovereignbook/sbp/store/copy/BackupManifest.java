package org.sovereignbook.sbp.store.copy;

import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * {@code manifest.json} of a backup: what it is of, and what its files must be.
 *
 * @param format 2; in 1 the digest counts envelopes that were seen as they were kept then
 * @param folder the name of the node's folder
 * @param store the storage backend that the node used; in the backup its state is files
 * @param digest of the state ({@link StoreDigest}), as of {@code createdAt}
 * @param files by path below the node's folder
 * @param links symbolic links by path, and where they lead
 */
public record BackupManifest(
    int format,
    Timestamp createdAt,
    String folder,
    String name,
    Fingerprint fingerprint,
    String store,
    boolean withKeys,
    ContentHash digest,
    int entries,
    SequencedMap<String, OfFile> files,
    SequencedMap<String, String> links) {
  static final int FORMAT = 2;

  /** Its entry in the archive, the last one. */
  static final String ENTRY = "manifest.json";

  /**
   * File of a backup.
   *
   * @param mode such as {@code rw-r--r--}, where the system has such
   */
  public record OfFile(long bytes, ContentHash hash, Optional<String> mode) {}

  BackupManifest of(SequencedMap<String, OfFile> itsFiles, SequencedMap<String, String> itsLinks) {
    return new BackupManifest(
        format,
        createdAt,
        folder,
        name,
        fingerprint,
        store,
        withKeys,
        digest,
        entries,
        itsFiles,
        itsLinks);
  }

  /** Returns the size of all files together. */
  public long bytes() {
    return files.values().stream().mapToLong(OfFile::bytes).sum();
  }
}
