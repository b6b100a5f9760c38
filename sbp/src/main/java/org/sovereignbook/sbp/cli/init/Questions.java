package org.sovereignbook.sbp.cli.init;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.World;

/** Asks a person at the terminal, one line a question, until the answer is one. */
record Questions(World world) {
  private static final int MAX_ANSWER_BYTES = 16_384;

  /**
   * The answer.
   *
   * @param usual what an empty line means
   * @param read takes the answer, or throws with one sentence about it; then it is asked again
   */
  <T> T ask(String question, String usual, Function<String, T> read) {
    while (true) {
      world.out().print(question + (usual.isEmpty() ? "" : " [" + usual + "]") + ": ");
      world.out().flush();
      String line = line().strip();
      try {
        return read.apply(line.isEmpty() ? usual : line);
      } catch (CliException | IllegalArgumentException e) {
        world.out().println("  " + e.getMessage());
      }
    }
  }

  private String line() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = world.in().read();
      while (next >= 0 && next != '\n' && line.size() < MAX_ANSWER_BYTES) {
        line.write(next);
        next = world.in().read();
      }
      if (next < 0 && line.size() == 0) {
        throw new CliException(ExitCode.INTERRUPTED, "nobody answers; nothing was made");
      }
      return line.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, "cannot read an answer: " + e.getMessage());
    }
  }
}
