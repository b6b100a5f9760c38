package org.sovereignbook.sbp.cli;

import java.io.FileDescriptor;
import java.io.PrintStream;

/** The process around {@link Program}: its arguments, streams, environment and exit code. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    StandardOutput out = StandardOutput.of(FileDescriptor.out);
    World world = World.ofProcess(out.printer());
    ExitCode exit = new Program(world).run(args);
    System.exit(orLost(exit, out, world.err()).number());
  }

  /** What was done is done, but a caller who did not get the whole answer must not think so. */
  static ExitCode orLost(ExitCode exit, StandardOutput out, PrintStream err) {
    if (out.lost().isEmpty()) {
      return exit;
    }
    err.println("sbp: cannot write to standard output: " + out.lost().get());
    return exit == ExitCode.DONE || exit == ExitCode.NOTHING_TO_DO ? ExitCode.FAILED : exit;
  }
}
