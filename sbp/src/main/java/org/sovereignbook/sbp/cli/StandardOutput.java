package org.sovereignbook.sbp.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * An output stream of the process that remembers its first error, unlike a {@link PrintStream}.
 * Always UTF-8, as JSON requires.
 */
final class StandardOutput extends OutputStream {
  private final OutputStream target;
  private volatile Optional<IOException> failure = Optional.empty();

  StandardOutput(OutputStream target) {
    this.target = target;
  }

  static StandardOutput of(FileDescriptor descriptor) {
    return new StandardOutput(new FileOutputStream(descriptor));
  }

  PrintStream printer() {
    return new PrintStream(this, true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      target.write(bytes, offset, length);
    } catch (IOException e) {
      failure = Optional.of(e);
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    target.flush();
  }

  /**
   * Returns why text was lost; empty also when the reader, such as {@code head}, closed the pipe.
   */
  Optional<String> lost() {
    return failure
        .map(e -> String.valueOf(e.getMessage()))
        .filter(reason -> !reason.toLowerCase(Locale.ROOT).contains("broken pipe"));
  }
}
