import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks or formats Java files with google-java-format: {@code check} those that have changed since
 * the last green revision, {@code all} of them, {@code write} the formatted text of all. Run by the
 * module {@code format} on the project's own JDK, because the formatter understands only the Java
 * it runs on.
 */
final class Format {
  private Format() {}

  public static void main(String[] args) throws Exception {
    boolean write = args[0].equals("write");
    ChangedFiles files = new ChangedFiles(Path.of(args[1]).toRealPath());
    List<String> arguments = new ArrayList<>();
    for (Path file : args[0].equals("check") ? files.changed() : files.all()) {
      if (!isJBangSource(file)) {
        arguments.add(file.toString());
      }
    }
    if (arguments.isEmpty()) {
      return;
    }
    arguments.addAll(
        0, write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    int exit = new Main(out, err, System.in).format(arguments.toArray(String[]::new));
    if (exit != 0 && !write) {
      err.println(
          "the files above are not formatted; run: mvn -q -pl format verify -Dformat=write");
    }
    System.exit(exit);
  }

  /** The formatter would turn {@code //DEPS} into {@code // DEPS}, which JBang does not see. */
  private static boolean isJBangSource(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.anyMatch(line -> line.startsWith("//JAVA "));
    }
  }
}
