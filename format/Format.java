import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks or formats every Java file below a folder with google-java-format. Run by the pom beside
 * it on the project's own JDK, because the formatter understands only the Java it runs on.
 */
final class Format {
  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git", "node_modules");

  private Format() {}

  public static void main(String[] args) throws Exception {
    boolean write = args[0].equals("write");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    arguments.addAll(javaFiles(Path.of(args[1]).toRealPath()));
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

  private static List<String> javaFiles(Path root) throws IOException {
    List<String> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED_FOLDERS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".java") && !isJBangSource(file)) {
              files.add(file.toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }
}
