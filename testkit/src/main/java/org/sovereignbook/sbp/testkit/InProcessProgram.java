package org.sovereignbook.sbp.testkit;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * The program's commands in this process, at home in one node, at the time of a clock, on a disk
 * that does not wait for its writes.
 *
 * @param home the node directory
 * @param environment all of it
 */
public record InProcessProgram(Path home, InstantSource clock, Map<String, String> environment) {

  /** Creates a program in an empty environment. */
  public InProcessProgram(Path home, InstantSource clock) {
    this(home, clock, Map.of());
  }

  /** Runs one command in the node directory; what it said is in one stream. */
  public InstalledProgram.Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> accepting = new TreeMap<>(environment);
    accepting.put(NodeHome.ACCEPT_VARIABLE, "1");
    World world =
        new World(
            accepting,
            home,
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            LocalDisk.unsynced(),
            clock,
            new SecureRandom());
    int exit = new Program(world).run(arguments).number();
    return new InstalledProgram.Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
