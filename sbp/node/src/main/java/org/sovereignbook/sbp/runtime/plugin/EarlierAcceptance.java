package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * Migration of acceptances that an earlier version stored in the node's own folder. A copied folder
 * could claim any; so they count only if no other account may write to the node, and only for bytes
 * of which the user's own cache holds the copy made at acceptance. All other files must be accepted
 * again.
 */
public final class EarlierAcceptance {
  private EarlierAcceptance() {}

  /**
   * Migrates once per node. Returns a sentence on the migrated acceptances; empty when there were
   * none.
   */
  public static Optional<String> takeOver(
      Disk disk, NodeHome home, Map<String, String> environment) {
    Path old = home.plugins().resolve(PluginFolders.RECORDS);
    return disk.exists(old)
        ? takeOver(disk, old, home, PluginFolders.of(Optional.of(home), environment))
        : Optional.empty();
  }

  private static Optional<String> takeOver(
      Disk disk, Path old, NodeHome home, PluginFolders folders) {
    Optional<Path> records = folders.records(Origin.NODE).filter(file -> !disk.exists(file));
    if (records.isEmpty()
        || folders.ownership().fault(old).isPresent()
        || !folders.ownership().faults(home).isEmpty()) {
      return Optional.empty();
    }
    PluginCopies copies = new PluginCopies(disk, folders);
    List<PluginRecords.Accepted> known =
        PluginRecords.read(disk, old).accepted().stream()
            .filter(each -> copies.has(each.hash()))
            .toList();
    return known.isEmpty() ? Optional.empty() : takeOver(disk, old, records.get(), known);
  }

  private static Optional<String> takeOver(
      Disk disk, Path old, Path records, List<PluginRecords.Accepted> known) {
    try {
      new PluginRecords(known, Optional.empty()).write(disk, records);
      disk.delete(old);
    } catch (DiskException e) {
      // The next start tries again; a plugin that is not accepted reports what to do.
      return Optional.empty();
    }
    return Optional.of(
        "what you accepted for this node ("
            + String.join(", ", known.stream().map(PluginRecords.Accepted::file).toList())
            + ") is recorded in "
            + records
            + " from now on, no longer in the node");
  }
}
