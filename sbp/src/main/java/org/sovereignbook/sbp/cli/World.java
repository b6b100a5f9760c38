package org.sovereignbook.sbp.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;

/**
 * Everything that a command takes from outside, so that tests can give it another world.
 *
 * @param workingFolder what relative paths of the command line start from
 * @param terminal whether a person sits in front of standard output
 */
public record World(
    Map<String, String> environment,
    Path workingFolder,
    InputStream in,
    PrintStream out,
    PrintStream err,
    BooleanSupplier terminal,
    Disk disk,
    InstantSource clock,
    SecureRandom random) {

  /** The process's own. */
  static World ofProcess(PrintStream out) {
    return new World(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        System.in,
        out,
        StandardOutput.of(FileDescriptor.err).printer(),
        () -> Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent(),
        new LocalDisk(),
        InstantSource.system(),
        new SecureRandom());
  }

  /** A path as the user meant it. */
  public Path path(Path given) {
    return workingFolder.resolve(given).normalize();
  }
}
