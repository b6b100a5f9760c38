package org.sovereignbook.sbp.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Doc comments that open with a clause instead of a noun phrase or a verb. Such sentences are hard
 * to understand without the code below them.
 */
final class CommentOpenings {
  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git", "node_modules");
  private static final Pattern OPENING =
      Pattern.compile(
          "/\\*\\*\\s*(?:\\*\\s*)?"
              + "((?:What|Who|Whoever|Whom|Whose|Those|Of|That which|The same)\\b.*)");

  private CommentOpenings() {}

  /** Returns the first lines of such comments in the main source of all modules, by file. */
  static List<String> in(Path root) throws IOException {
    List<String> found = new ArrayList<>();
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
            if (isMainSource(root.relativize(file))) {
              inText(Files.readString(file))
                  .forEach(opening -> found.add(root.relativize(file) + ": " + opening));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream().sorted().toList();
  }

  /** Returns the first lines of such comments in the text of a source file. */
  static List<String> inText(String source) {
    return OPENING.matcher(source).results().map(found -> found.group(1)).toList();
  }

  private static boolean isMainSource(Path file) {
    return file.toString().endsWith(".java")
        && file.toString().replace('\\', '/').contains("src/main/java/");
  }
}
