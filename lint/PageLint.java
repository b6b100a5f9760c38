import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the layout and the mistakes of the page's JavaScript with Biome, which npm fetches:
 * {@code changed} at files that have changed since the last green revision, {@code all} at every
 * file; {@code write} lays every file out. Without npm it says so, and looks at nothing.
 */
final class PageLint {
  /** Folders with modules of the page, the template of one, and views of features. */
  private static final List<String> FOLDERS =
      List.of("/sbp/src/main/resources/web/", "/templates/plugin/", "/plugins/");

  /** Modules of other programs, which find their own again by what is written there. */
  private static final String OF_OTHERS = "/plugins/coding-clis/";

  private static final List<String> TOOL = List.of("package.json", "package-lock.json");

  private PageLint() {}

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[1]).toRealPath();
    ChangedFiles tree = new ChangedFiles(root, ".js");
    List<Path> files =
        (args[0].equals("changed") ? tree.changed() : tree.all())
            .stream().filter(file -> isOfPage(root, file)).toList();
    if (files.isEmpty()) {
      return;
    }
    Optional<Path> npm = npm();
    if (npm.isEmpty()) {
      System.err.println("there is no npm: the page's JavaScript is not looked at");
      return;
    }
    Path folder = installed(npm.get(), root.resolve("lint"));
    List<String> words = new ArrayList<>(List.of("node_modules/.bin/biome"));
    words.addAll(args[0].equals("write") ? List.of("check", "--write") : List.of("ci"));
    words.add("--config-path=" + root.resolve("lint"));
    files.forEach(file -> words.add(file.toString()));
    if (!isDone(folder, words)) {
      System.err.println("lay them out: java lint/PageLint.java write .");
      System.exit(1);
    }
  }

  private static boolean isOfPage(Path root, Path file) {
    String name = "/" + root.relativize(file).toString().replace(File.separatorChar, '/');
    return FOLDERS.stream().anyMatch(name::startsWith)
        && !name.contains("/src/test/")
        && !name.startsWith(OF_OTHERS);
  }

  private static Optional<Path> npm() {
    return Arrays.stream(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, "npm"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Returns a folder with the tool, installed once as its lock file says. */
  private static Path installed(Path npm, Path lint) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(lint.resolve("target/page"));
    boolean isThere = Files.isDirectory(folder.resolve("node_modules"));
    for (String name : TOOL) {
      Path copy = folder.resolve(name);
      isThere &= Files.exists(copy) && Files.mismatch(lint.resolve(name), copy) < 0;
      Files.copy(lint.resolve(name), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    boolean isGood =
        isThere
            || isDone(
                folder,
                List.of(npm.toString(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
    if (!isGood) {
      Files.delete(folder.resolve(TOOL.getLast()));
      throw new IOException("npm has not installed the tool for the page's JavaScript");
    }
    return folder;
  }

  private static boolean isDone(Path folder, List<String> words)
      throws IOException, InterruptedException {
    return new ProcessBuilder(words).directory(folder.toFile()).inheritIO().start().waitFor() == 0;
  }
}
