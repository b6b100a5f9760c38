package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Program of this machine that is run for its output, with a time limit; processes that it has left
 * running are then ended too. Immutable.
 *
 * @param command the program and its arguments; no shell is involved
 * @param environment all of it
 * @param folder its working directory
 */
public record Subprocess(List<String> command, Map<String, String> environment, Path folder) {
  /** Exit code and output of a finished process. */
  public record Ended(int exitCode, String output, String errors) {
    public boolean isDone() {
      return exitCode == 0;
    }

    /** Returns its output on both streams. */
    public String said() {
      return (output + errors).strip();
    }
  }

  /**
   * Runs it.
   *
   * @param input its standard input
   * @throws IOException when it cannot be started or read
   * @throws TimeoutException when its time was over
   */
  public Ended run(String input, Duration limit)
      throws IOException, InterruptedException, TimeoutException {
    Process process = started(builder());
    CompletableFuture<String> output = reading(process.getInputStream());
    CompletableFuture<String> errors = reading(process.getErrorStream());
    boolean ended = false;
    try {
      write(process, input);
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        throw new TimeoutException(
            command.getFirst() + " did not end within " + limit.toSeconds() + " seconds");
      }
      return new Ended(process.exitValue(), text(output, limit), text(errors, limit));
    } finally {
      if (!ended) {
        ProcessTree.end(process.toHandle(), ProcessTree.GRACE);
      }
    }
  }

  /**
   * Starts it with an empty input, and with both streams of output going there. Some programs wait
   * for ever for an input that stays open.
   */
  public Process start(Redirect output) throws IOException {
    Process process = started(builder().redirectErrorStream(true).redirectOutput(output));
    process.getOutputStream().close();
    return process;
  }

  /** Returns a copy whose environment has no secret, for a program that needs none. */
  public Subprocess withoutSecrets() {
    return new Subprocess(command, SecretVariables.withoutAny(environment), folder);
  }

  /**
   * Starts a program whose builder has been made.
   *
   * @throws NotStartedException when it cannot be started
   */
  public static Process started(ProcessBuilder program) throws NotStartedException {
    return NotStartedException.start(program);
  }

  /** Returns a builder for other ways of starting it, by {@link #started}. */
  public ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(SecretVariables.without(environment));
    return builder;
  }

  private static void write(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended without reading; its exit code and output say why.
    }
  }

  /**
   * Reads a stream in a thread, because a full pipe of the other stream would block the program.
   */
  private static CompletableFuture<String> reading(InputStream stream) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (stream) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
              } catch (IOException e) {
                text.completeExceptionally(e);
              }
            });
    return text;
  }

  private static String text(CompletableFuture<String> text, Duration limit)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return text.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }
}
