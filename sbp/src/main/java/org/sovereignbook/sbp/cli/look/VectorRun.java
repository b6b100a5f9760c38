package org.sovereignbook.sbp.cli.look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The result of {@code sbp verify --vectors}: test vectors, and how this program judged them.
 *
 * @param cases the number of files
 * @param passed those with the expected verdict
 * @param checks the same for each check, by name
 * @param failures the others
 */
@Shape.Def("vector_run")
record VectorRun(int cases, int passed, List<Check> checks, List<Failure> failures) {
  private static final String ENDING = ".case";
  private static final int SHOWN_CHARACTERS = 200;

  /** Cases of one check. */
  record Check(String check, int cases, int passed) {
    private Check plus(boolean isPassed) {
      return new Check(check, cases + 1, passed + (isPassed ? 1 : 0));
    }
  }

  /**
   * A case with another verdict than expected.
   *
   * @param file below the folder
   * @param was the verdict, or why the file is no case
   */
  record Failure(String file, String expected, String was) {}

  /** Judges all cases below a folder. */
  static VectorRun of(Path folder) {
    TreeMap<String, Check> checks = new TreeMap<>();
    List<Failure> failures = new ArrayList<>();
    int cases = 0;
    for (Path file : files(folder)) {
      cases++;
      Optional<Failure> failure = judge(folder, file, checks);
      failure.ifPresent(failures::add);
    }
    return new VectorRun(
        cases, cases - failures.size(), List.copyOf(checks.values()), List.copyOf(failures));
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw CliException.notFound(
          "no such folder: " + folder, "name the folder with the cases, such as testkit/vectors");
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
      if (files.isEmpty()) {
        throw CliException.notFound(
            "no file in " + folder + " ends in " + ENDING,
            "name the folder with the cases, such as testkit/vectors");
      }
      return files;
    } catch (IOException e) {
      throw new DiskException("cannot list", folder, e);
    }
  }

  /** Judges a file; one that is no case fails by itself. */
  private static Optional<Failure> judge(Path folder, Path file, TreeMap<String, Check> checks) {
    String name = folder.relativize(file).toString().replace('\\', '/');
    try {
      VectorCase vector = VectorCase.read(file);
      String verdict = vector.verdict();
      boolean isPassed = vector.agrees(verdict);
      String check = vector.line("check");
      checks.put(check, checks.getOrDefault(check, new Check(check, 0, 0)).plus(isPassed));
      return isPassed
          ? Optional.empty()
          : Optional.of(new Failure(name, vector.line("expected"), verdict));
    } catch (IllegalArgumentException | NoSuchElementException e) {
      return Optional.of(new Failure(name, "a case", String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  boolean allPassed() {
    return failures.isEmpty();
  }

  /** Returns lines for a person: what failed, and a line for each check. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Failure failure : failures) {
      lines.add(
          "%s: expected %s, was %s"
              .formatted(
                  PeerText.plain(failure.file()), shown(failure.expected()), shown(failure.was())));
    }
    for (Check check : checks) {
      lines.add(
          "%5d of %5d  %s".formatted(check.passed(), check.cases(), PeerText.plain(check.check())));
    }
    lines.add("%5d of %5d  as expected".formatted(passed, cases));
    return lines;
  }

  private static String shown(String verdict) {
    String plain = PeerText.plain(verdict);
    return plain.length() > SHOWN_CHARACTERS ? plain.substring(0, SHOWN_CHARACTERS) + "…" : plain;
  }
}
