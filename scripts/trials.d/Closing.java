import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Closing line of a build: how many tests have run, and which were skipped for what reason. */
final class Closing {
  private Closing() {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toRealPath();
    Instant begin =
        LocalDateTime.parse(args[1], DateTimeFormatter.ofPattern("yyyyMMddHHmmss"))
            .toInstant(ZoneOffset.UTC);
    List<Path> folders = new ArrayList<>();
    for (String module : TrialTable.modules(root)) {
      Path reports = root.resolve(module).resolve("target/surefire-reports");
      if (Files.isDirectory(reports) && isOfThisBuild(reports, begin)) {
        folders.add(reports);
      }
    }
    TestReport report = TestReport.of(folders);
    System.out.printf(
        "verify: %,d tests in %d modules, %d skipped%s. Long proofs: scripts/trials list%n",
        report.tests(),
        folders.size(),
        report.skips(),
        report.skips() == 0 ? "" : " (" + report.reasons() + ")");
  }

  private static boolean isOfThisBuild(Path reports, Instant begin) throws IOException {
    try (Stream<Path> files = Files.list(reports)) {
      for (Path file : files.toList()) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(begin)) {
          return true;
        }
      }
    }
    return false;
  }
}
