package org.sovereignbook.sbp.cli;

import java.io.FileDescriptor;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.frontend.command.Ancestors;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ProcessTty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.SystemRandom;
import org.sovereignbook.sbp.ops.config.ConfigProblems;
import org.sovereignbook.sbp.runtime.scheduler.Tick;

/** The process around {@link Program}: its arguments, streams, environment and exit code. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Reflection reads each method and field a few times in a process. Compiling an accessor for
    // each, as the JDK does by itself, takes tens of milliseconds of every start.
    System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
    // Nothing here depends on the user's language. The JDK's tables of languages, which formats of
    // numbers and dates ask, would take a sixth of the start of a node on SQLite.
    System.setProperty("java.locale.providers", "SPI");
    run(Program::new, args);
  }

  /** Runs a program with this process's arguments and streams, and ends the process. */
  static void run(Function<World, Program> program, String... args) {
    StandardOutput out = StandardOutput.of(FileDescriptor.out);
    if (args.length > 0 && !args[0].equals("version")) {
      Thread.ofPlatform().daemon().start(() -> setUp(args[0]));
    }
    World world = world(out.printer());
    Program run = program.apply(world);
    ExitCode exit = orLost(run.run(args), out, world.err());
    if (run.leftNothing() && !isEnding()) {
      // Runtime.exit sets up the platform's logging first, to say that it was called.
      Runtime.getRuntime().halt(exit.number());
    }
    System.exit(exit.number());
  }

  /**
   * Prepares in another thread what the command needs soon and what takes long to make, in the
   * order of its use: the tables of BigDecimal for the JSON parser, the known keys of the
   * configuration, the schema of the tick's state, the security providers for the first hash, and
   * certificates for a model.
   */
  private static void setUp(String command) {
    BigDecimal _ = BigDecimal.ONE;
    if (command.equals("tick") || command.equals("status")) {
      ConfigProblems.prepare();
      Tick.prepare();
    }
    ContentHash _ = ContentHash.ofBytes(new byte[0]);
    if (command.equals("chat")) {
      prepareTls();
    }
  }

  /** Reads the certificates of authorities, which each client of HTTP wants to have. */
  private static void prepareTls() {
    try {
      SSLContext _ = SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      // The first client says so.
    }
  }

  /** Returns whether a signal is ending the process, so that its shutdown hooks must finish. */
  private static boolean isEnding() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /**
   * Returns an error code if part of the answer could not be written, because the caller must not
   * take it for complete.
   */
  static ExitCode orLost(ExitCode exit, StandardOutput out, PrintStream err) {
    if (out.lost().isEmpty()) {
      return exit;
    }
    err.println("sbp: cannot write to standard output: " + out.lost().get());
    return exit.isFailure() ? exit : ExitCode.FAILED;
  }

  /** Returns the world of this process. */
  private static World world(PrintStream out) {
    Ancestors.Found above = Ancestors.ofThisProcess(System.getenv());
    return new World(
        World.withOwnJava(above.environment()),
        Path.of("").toAbsolutePath(),
        System.in,
        out,
        StandardOutput.of(FileDescriptor.err).printer(),
        new ProcessTty(),
        new LocalDisk(),
        InstantSource.system(),
        new SystemRandom(),
        CallOrigin.PROCESS.hiddenBy(above.hidden()));
  }
}
