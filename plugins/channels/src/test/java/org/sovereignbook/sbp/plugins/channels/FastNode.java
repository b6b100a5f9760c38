package org.sovereignbook.sbp.plugins.channels;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/** A process of the program whose clock is fast, so that pauses between attempts are short. */
public final class FastNode {
  /** How many seconds of the node pass in one. */
  public static final int SPEED = 40;

  private FastNode() {}

  /**
   * Clock that runs fast since a moment, the same in each process.
   *
   * @param since the moment at which it shows the time of the machine
   */
  public record Clock(Instant since) implements InstantSource {
    @Override
    public Instant instant() {
      return since.plus(Duration.between(since, Instant.now()).multipliedBy(SPEED));
    }
  }

  /** Runs a command; the first arguments are the node's folder and the beginning of its clock. */
  public static void main(String[] arguments) {
    InstalledProgram.Ran ran =
        new InProcessProgram(
                Path.of(arguments[0]), new Clock(Instant.parse(arguments[1])), System.getenv())
            .run(Arrays.copyOfRange(arguments, 2, arguments.length));
    System.out.println(ran.out() + ran.err());
    System.exit(ran.exit());
  }
}
