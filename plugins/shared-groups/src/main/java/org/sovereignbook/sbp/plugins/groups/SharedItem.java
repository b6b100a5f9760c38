package org.sovereignbook.sbp.plugins.groups;

import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/**
 * An item of a shared group; a row of the table {@code shared_item}. The version with the largest
 * (time, id) is the present one in every node; one that loses is kept, too. The end of an item wins
 * over all its versions.
 *
 * @param id the same in all nodes
 * @param item its id here; blank for an item that ended before this node saw it
 * @param node of the present version's author
 */
record SharedItem(
    @Rows.Key String groupId,
    @Rows.Key String id,
    String item,
    String versionId,
    long updatedMs,
    PublicKey node,
    String author,
    boolean ended) {
  static final Rows<SharedItem> ROWS = new Rows<>("shared_item", SharedItem.class);

  /**
   * A version; a row of the table {@code shared_version}.
   *
   * @param version its number here; 0 for the end of the item
   */
  record Version(
      String groupId,
      String id,
      String versionId,
      long version,
      PublicKey node,
      String author,
      long updatedMs,
      long bytes,
      long atMs) {
    static final Rows<Version> ROWS = new Rows<>("shared_version", Version.class);
  }

  /** Returns whether a version is newer than the present one. */
  boolean isBefore(long otherMs, String otherVersion) {
    return otherMs != updatedMs ? otherMs > updatedMs : otherVersion.compareTo(versionId) > 0;
  }
}
