package org.sovereignbook.sbp.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** A node for one use, as {@code sbp init --local} makes it, but that nothing is synced to disk. */
public final class ScratchNode {
  private ScratchNode() {}

  /** Makes it in a folder that is not there yet or empty. */
  public static Node in(Path folder) throws IOException {
    Files.createDirectories(folder);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    World world =
        new World(
            Map.of(),
            folder,
            InputStream.nullInputStream(),
            out,
            out,
            () -> false,
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    if (new Program(world).run("init", "--local") != ExitCode.DONE) {
      throw new IOException(
          "no scratch node could be made in "
              + folder
              + ": "
              + said.toString(StandardCharsets.UTF_8));
    }
    return new Node(new NodeHome(folder), world.disk(), world.clock(), world.random());
  }
}
