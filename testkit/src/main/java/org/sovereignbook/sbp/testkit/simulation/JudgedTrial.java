package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Judgment of the simulation itself: it runs a program with a fault, in a process of its own for
 * each, and has to find it.
 */
record JudgedTrial(TrialOptions options, PrintStream out) {
  private static final Duration USUAL = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final String ALL = "all";

  /** Outcome for one fault; the text says by which seed it was found, and by which promise. */
  private record Finding(String fault, boolean isFound, String how, Duration time) {}

  /** Puts faults of the history back, one by one. Returns whether all were found. */
  boolean ofHistory(String wanted) {
    List<FaultsPutBack.Fault> faults =
        FaultsPutBack.all().stream()
            .filter(fault -> wanted.equals(ALL) || wanted.equals(fault.name()))
            .toList();
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("no fault " + wanted);
    }
    return inScratch(
        scratch ->
            told(
                faults.stream()
                    .map(
                        fault -> {
                          Path classes = scratch.resolve(fault.name());
                          fault.compile(Path.of("").toAbsolutePath(), classes);
                          return judged(fault.name(), classes, fault.seed());
                        })));
  }

  /** Runs the classes of each folder in a folder. Returns whether all were found. */
  boolean ofFolders(Path folder) {
    try (Stream<Path> folders = Files.list(folder)) {
      return told(
          folders
              .filter(Files::isDirectory)
              .sorted()
              .map(one -> judged(one.getFileName() + ": " + change(one), one, 1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the description of an alteration, if its folder has one. */
  private static String change(Path folder) {
    try {
      Path file = folder.resolve("mutant.txt");
      return Files.exists(file) ? Files.readString(file).strip() : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Work {
    boolean in(Path scratch);
  }

  private static boolean inScratch(Work work) {
    try {
      Path scratch = Files.createTempDirectory("sbp-faults-");
      try {
        return work.in(scratch);
      } finally {
        OwnerOnly.deleteTree(scratch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean told(Stream<Finding> findings) {
    List<Finding> all = new ArrayList<>();
    findings.forEach(
        one -> {
          all.add(one);
          out.printf(
              "%-9s %s  %d s  %s%n",
              one.isFound() ? "found" : "NOT FOUND",
              one.fault(),
              one.time().toSeconds(),
              one.how());
        });
    long found = all.stream().filter(Finding::isFound).count();
    out.println("found " + found + " of " + all.size());
    return found == all.size();
  }

  /** Judges altered classes by seeds from a first one on, which the command line may name. */
  private Finding judged(String fault, Path classes, long seed) {
    long start = System.nanoTime();
    try {
      Duration most = options.seconds().orElse(USUAL);
      Path output = Files.createTempFile("sbp-judged-", ".txt");
      try {
        Process process =
            new ProcessBuilder(command(classes, most, seed))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean isOver = process.waitFor(most.plus(GRACE).toSeconds(), TimeUnit.SECONDS);
        // One that has had no processor says nothing; one that has had it does not end.
        boolean isEndless =
            !isOver
                && process
                    .info()
                    .totalCpuDuration()
                    .filter(it -> it.compareTo(most) > 0)
                    .isPresent();
        if (!isOver) {
          process.destroyForcibly().waitFor();
        }
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        String said = Files.readString(output, StandardCharsets.UTF_8);
        boolean isFound = isEndless || (isOver && process.exitValue() != 0);
        return new Finding(fault, isFound, how(said, isOver), time);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> command(Path classes, Duration most, long seed) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx1g",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        FaultsPutBack.classPathWith(classes),
        NetworkTrial.class.getName(),
        "--nodes",
        options.values().getOrDefault("--nodes", "5"),
        "--days",
        options.values().getOrDefault("--days", "2"),
        "--seed",
        options.values().getOrDefault("--seed", Long.toString(seed)),
        "--seconds",
        Long.toString(most.toSeconds()));
  }

  /** Returns the failing seed with its first violation, or the failure that ended the process. */
  private static String how(String said, boolean isOver) {
    List<String> lines = said.lines().toList();
    Optional<String> seed =
        lines.stream()
            .filter(line -> line.contains(" violations, "))
            .findFirst()
            .map(line -> line.substring(0, line.indexOf(':')));
    Optional<String> first =
        lines.stream().filter(line -> line.startsWith("  ")).findFirst().map(String::strip);
    if (seed.isPresent() && first.isPresent()) {
      return seed.get() + ": " + first.get();
    }
    if (!isOver) {
      return "did not end in time";
    }
    return lines.stream()
        .filter(line -> line.contains("Exception") || line.contains("Error"))
        .findFirst()
        .orElseGet(() -> lines.stream().filter(it -> it.startsWith("seed ")).count() + " seeds");
  }
}
