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
 * Takes over what a node of an earlier program accepted in its own folder. A folder that was handed
 * on could claim the same; so it counts only where the node is closed to everybody else, and only
 * for bytes of which the user's own cache holds the copy that accepting them made. All else is to
 * be accepted again.
 */
public final class EarlierAcceptance {
  private EarlierAcceptance() {}

  /** What was taken over, in a sentence; empty when there was nothing. Happens once in a node. */
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
      // Then it is tried again; a plugin that is not accepted says what to do.
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
