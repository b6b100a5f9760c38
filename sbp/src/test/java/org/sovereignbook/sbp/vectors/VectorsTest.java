package org.sovereignbook.sbp.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.SourceTree;
import org.sovereignbook.sbp.testkit.vectors.VectorFile;
import org.sovereignbook.sbp.testkit.vectors.VectorFiles;

/** The test vectors for other implementations: made as committed, and judged alike by three. */
class VectorsTest {
  private static final Path FOLDER = SourceTree.root().resolve("testkit/vectors");
  private static final int LEAST_CASES = 200;
  private static final int LEAST_BY_CODE = 3;

  /** Codes of PROTOCOL §5.3 and of §1, on which its step 2 rests. */
  private static final List<String> CODES =
      List.of(
          "too-large",
          "malformed-json",
          "invalid-number",
          "invalid-kind",
          "unsupported-version",
          "missing-field",
          "invalid-field",
          "unknown-message-type",
          "stale-timestamp",
          "wrong-recipient",
          "invalid-payload",
          "invalid-signature");

  @TempDir Path folder;

  @BeforeAll
  static void writeThem() throws IOException {
    if (Boolean.getBoolean("sbp.write")) {
      VectorFiles.write(FOLDER);
    }
  }

  @Test
  void theCommittedFilesAreWhatTheGeneratorMakes() throws IOException {
    Map<String, VectorFile> made = new TreeMap<>();
    VectorFiles.all().forEach(file -> assertThat(made.put(file.path(), file)).isNull());

    assertThat(committed()).isEqualTo(made.keySet());
    for (VectorFile file : made.values()) {
      assertThat(Files.readAllBytes(FOLDER.resolve(file.path())))
          .as(file.path())
          .isEqualTo(file.bytes());
    }
  }

  private static Set<String> committed() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".case"))
          .map(file -> FOLDER.relativize(file).toString().replace('\\', '/'))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void everyCodeOfAnEnvelopeHasThreeCasesOrMore() {
    Map<String, Long> byCode =
        VectorFiles.all().stream()
            .filter(file -> file.path().startsWith("envelope/"))
            .collect(Collectors.groupingBy(VectorFile::expected, Collectors.counting()));

    assertThat(VectorFiles.all()).hasSizeGreaterThan(LEAST_CASES);
    assertThat(CODES)
        .allSatisfy(
            code ->
                assertThat(byCode.getOrDefault(code, 0L))
                    .as(code)
                    .isGreaterThanOrEqualTo(LEAST_BY_CODE));
    assertThat(byCode.keySet()).hasSize(CODES.size() + 1);
  }

  @Test
  void thisProgramGivesTheExpectedVerdictOnAll() {
    CliTest.Ran ran = CliTest.in(folder).run("verify", "--vectors", FOLDER.toString(), "--json");

    assertThat(ran.json().array("failures").orElseThrow().values()).isEmpty();
    assertThat(ran.json().integer("cases")).hasValue(VectorFiles.all().size());
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anotherVerdictIsShownWithItsFile() throws IOException {
    Files.writeString(
        folder.resolve("time.case"), "what: a\ncheck: time\nexpected: accepted\n\nyesterday");
    Files.writeString(folder.resolve("lines.case"), "hello\n\n");
    Files.writeString(folder.resolve("other.case"), "check: weather\nexpected: accepted\n\nrain");

    CliTest.Ran ran = CliTest.in(folder).run("verify", "--vectors", ".");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(ran.out())
        .contains(
            "time.case: expected accepted, was refused",
            "lines.case: expected a case",
            "other.case: expected a case, was unknown check weather",
            "0 of     3  as expected");
  }

  @Test
  void aFolderWithoutCasesIsNotFound() {
    assertThat(CliTest.in(folder).run("verify", "--vectors", ".").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    assertThat(CliTest.in(folder).run("verify", "--vectors", "gone").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void theImplementationInPythonGivesTheExpectedVerdictOnAll() throws Exception {
    judgedBy("python3");
  }

  @Test
  void theImplementationInJavaScriptGivesTheExpectedVerdictOnAll() throws Exception {
    assumeTrue(isThere("node"), "no node here");
    judgedBy("python3", "--", "node", FOLDER.resolve("sbp1.mjs").toString());
  }

  private void judgedBy(String python, String... words) throws Exception {
    assumeTrue(isThere(python), "no python3 here");
    List<String> command =
        Stream.concat(
                Stream.of(python, "-B", FOLDER.resolve("run.py").toString()), Stream.of(words))
            .toList();
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();

    int exit = process.waitFor();

    int cases = VectorFiles.all().size();
    assertThat(Files.readString(out, StandardCharsets.UTF_8))
        .contains("%4d of %4d as expected".formatted(cases, cases));
    assertThat(exit).isZero();
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
