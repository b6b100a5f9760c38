package org.sovereignbook.sbp.peer.server;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/** A disk on which something happens just before a file is created, and just after. */
record HookedDisk(Disk disk, Runnable beforeCreate, Runnable afterCreate)
    implements ForwardingDisk {

  HookedDisk(Disk disk, Runnable beforeCreate) {
    this(disk, beforeCreate, () -> {});
  }

  @Override
  public boolean create(Path file, ContentWriter content) {
    beforeCreate.run();
    try {
      return disk.create(file, content);
    } finally {
      afterCreate.run();
    }
  }
}
