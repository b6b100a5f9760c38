package org.sovereignbook.sbp.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** A node for one use, as {@code sbp init --local} makes it, of which nothing is synced to disk. */
public final class ScratchNode {
  private ScratchNode() {}

  /** Makes it in a folder that is not there yet or empty. */
  public static Node in(Path folder) throws IOException {
    Files.createDirectories(folder);
    InstantSource clock = InstantSource.system();
    InstalledProgram.Ran init = new InProcessProgram(folder, clock).run("init", "--local");
    if (init.exit() != 0) {
      throw new IOException("no node could be made in " + folder + ": " + init.out() + init.err());
    }
    return new Node(new NodeHome(folder), LocalDisk.unsynced(), clock, new SecureRandom());
  }
}
