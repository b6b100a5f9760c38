package org.sovereignbook.sbp.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Built sbp.jar, started as quickly as its launcher starts it: with an AOT cache, which the first
 * caller makes beside the jar. For any number of processes and threads.
 *
 * @param jar sbp.jar; it has no cache in a folder that may not be written
 */
public record BuiltProgram(Path jar) {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final List<String> OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions");
  // As the launcher has them: a JVM that learns of hot methods compiles them at each start.
  private static final String NO_TRAINING = "-XX:-AOTRecordTraining";
  private static final List<String> NO_REPLAY =
      List.of(
          "-XX:-AOTReplayTraining", "-Xlog:disable", "-Xlog:all=error,aot*=off,cds*=off:stderr");
  private static final String CACHE = ".aot";

  public BuiltProgram {
    jar = jar.toAbsolutePath().normalize();
  }

  /**
   * Returns the command before a subcommand and its arguments.
   *
   * @throws UncheckedIOException when there is no such jar, or the JVM makes no cache of it
   */
  public List<String> command() {
    List<String> words = new ArrayList<>(List.of(JAVA));
    if (Files.isWritable(jar.getParent())) {
      words.add("-XX:AOTCache=" + cache());
    }
    words.addAll(OPTIONS);
    words.addAll(NO_REPLAY);
    words.addAll(List.of("-jar", jar.toString()));
    return words;
  }

  /** Writes a script into a folder that starts the program from anywhere. */
  public Path launcher(Path folder) throws IOException {
    String words = String.join("' '", command());
    Path script =
        Files.writeString(folder.resolve("sbp"), "#!/bin/sh\nexec '" + words + "' \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private Path cache() {
    try {
      String state = "-" + Files.getLastModifiedTime(jar).toMillis() + "-" + Files.size(jar);
      Path cache = jar.resolveSibling(jar.getFileName() + state + CACHE);
      if (!Files.exists(cache)) {
        makeAlone(cache);
      }
      return cache;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes the cache alone: the system's lock excludes processes, and this class's the threads of
   * one.
   */
  private void makeAlone(Path cache) throws IOException {
    Path lock = jar.resolveSibling(jar.getFileName() + CACHE + ".lock");
    synchronized (BuiltProgram.class) {
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        if (!Files.exists(cache)) {
          removeEarlier();
          make(cache);
        }
      }
    }
  }

  private void removeEarlier() throws IOException {
    try (Stream<Path> files = Files.list(jar.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(jar.getFileName() + "-") && name.endsWith(CACHE)) {
          Files.delete(file);
        }
      }
    }
  }

  private void make(Path cache) throws IOException {
    Path made = cache.resolveSibling("new-" + cache.getFileName());
    List<String> words = new ArrayList<>(List.of(JAVA, "-XX:AOTCacheOutput=" + made));
    words.addAll(OPTIONS);
    words.addAll(List.of(NO_TRAINING, "-jar", jar.toString(), "warm-up"));
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    int exit = process.onExit().join().exitValue();
    if (!Files.exists(made)) {
      throw new IOException(String.join(" ", words) + " made no cache, exit " + exit);
    }
    Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
  }
}
