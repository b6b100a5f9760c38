import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files that a check looks at, by the ending of their names: those that differ from the last
 * revision in which the whole tree was found in order, or all. That revision is in {@code
 * lint/green.txt}, which the trial {@code lint} renews.
 */
record ChangedFiles(Path root, String ending) {
  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git", "node_modules");
  private static final String GREEN = "lint/green.txt";

  /** Makes those of Java. */
  ChangedFiles(Path root) {
    this(root, ".java");
  }

  /** Returns all of them in the tree, sorted. */
  List<Path> all() throws IOException {
    List<Path> files = new ArrayList<>();
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
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }

  /** Returns the changed files, sorted; all of them where git cannot tell. */
  List<Path> changed() throws IOException, InterruptedException {
    Optional<String> green = green();
    Optional<List<String>> changed =
        green.isEmpty()
            ? Optional.empty()
            : git("diff", "--name-only", "--diff-filter=d", green.get(), "--", "*" + ending);
    Optional<List<String>> untracked =
        git("ls-files", "--others", "--exclude-standard", "--", "*" + ending);
    if (changed.isEmpty() || untracked.isEmpty()) {
      System.err.println("git does not tell what has changed: all files are looked at");
      return all();
    }
    Set<Path> files = new TreeSet<>();
    changed.get().forEach(file -> files.add(root.resolve(file)));
    untracked.get().forEach(file -> files.add(root.resolve(file)));
    return files.stream().filter(Files::exists).toList();
  }

  /** Notes the present revision as one in order, if the files of code are as it has them. */
  void noteGreen() throws IOException, InterruptedException {
    Optional<List<String>> differing = git("status", "--porcelain", "--", "*.java", "*.js");
    Optional<List<String>> revision = git("rev-parse", "HEAD");
    if (differing.isPresent() && differing.get().isEmpty() && revision.isPresent()) {
      Files.writeString(root.resolve(GREEN), revision.get().getFirst() + "\n");
    } else {
      System.err.println(GREEN + " stays: the files of code are not all committed");
    }
  }

  private Optional<String> green() throws IOException {
    Path file = root.resolve(GREEN);
    return Files.exists(file)
        ? Optional.of(Files.readString(file).strip()).filter(it -> it.matches("[0-9a-f]{40}"))
        : Optional.empty();
  }

  /** Returns the lines that git prints; empty when it fails or is not there. */
  private Optional<List<String>> git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    try {
      Process git =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Optional.of(out.lines().toList()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
