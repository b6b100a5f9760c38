package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.frontend.command.ExitCode;

class StandardOutputTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static StandardOutput failing(String reason) {
    StandardOutput out =
        new StandardOutput(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException(reason);
              }
            });
    out.printer().println("text");
    return out;
  }

  private ExitCode after(ExitCode exit, StandardOutput out) {
    return Main.orLost(exit, out, new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void anAnswerThatDidNotFitOnTheDiskIsAFailure() {
    StandardOutput out = failing("No space left on device");

    assertThat(after(ExitCode.DONE, out)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("sbp: cannot write to standard output: No space");
    assertThat(after(ExitCode.NOT_FOUND, out)).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aReaderWhoHadEnoughIsNone() {
    assertThat(after(ExitCode.DONE, failing("Broken pipe"))).isEqualTo(ExitCode.DONE);
    assertThat(err.size()).isZero();
  }

  @Test
  void whatIsWrittenArrives() {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    StandardOutput out = new StandardOutput(target);
    out.printer().print("grüße");

    assertThat(target.toString(StandardCharsets.UTF_8)).isEqualTo("grüße");
    assertThat(after(ExitCode.NOTHING_TO_DO, out)).isEqualTo(ExitCode.NOTHING_TO_DO);
  }
}
