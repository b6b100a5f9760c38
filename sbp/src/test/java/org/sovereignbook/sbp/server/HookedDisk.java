package org.sovereignbook.sbp.server;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/** A disk on which something happens just before a file is created. */
record HookedDisk(Disk disk, Runnable beforeCreate) implements ForwardingDisk {

  @Override
  public boolean create(Path file, byte[] bytes) {
    beforeCreate.run();
    return disk.create(file, bytes);
  }
}
