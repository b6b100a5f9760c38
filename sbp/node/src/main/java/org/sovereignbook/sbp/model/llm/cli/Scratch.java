package org.sovereignbook.sbp.model.llm.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Folders of one run, accessible only to this account; deleted when this is closed, whatever was
 * done to them. Symbolic links in them are removed, never followed.
 *
 * @param root the folder that contains all of them
 */
record Scratch(Path root) implements AutoCloseable {
  /** Age from which on folders of killed processes are removed; no run may last longer. */
  private static final Duration STALE_AFTER = Duration.ofDays(2);

  private static final String PREFIX = "sbp-agent-";

  /**
   * Names that must not exist above a scratch folder: coding CLIs look for a repository, for
   * instructions and for settings in every folder above their working directory, and execute some
   * of them.
   */
  private static final Set<String> FOUND_ABOVE =
      Set.of(
          ".git",
          ".hg",
          ".jj",
          ".env",
          ".mcp.json",
          "opencode.json",
          "opencode.jsonc",
          ".aider.conf.yml",
          ".goosehints",
          "CLAUDE.md",
          "CLAUDE.local.md",
          "GEMINI.md",
          "QWEN.md",
          "AGENTS.md");

  /**
   * Configuration folders that are harmless in the home: there they are the account's own settings,
   * which apply wherever the CLI runs.
   */
  private static final Set<String> FOUND_ABOVE_BUT_IN_THE_HOME =
      Set.of(".claude", ".gemini", ".opencode", ".codex", ".qwen", ".cursor", ".agents");

  /**
   * Creates the folders for a run.
   *
   * @param base the parent folder
   * @throws LlmException when the parent folder is not suitable
   */
  static Scratch in(Path base, Path home, Instant now) throws LlmException {
    try {
      Path place = Files.createDirectories(base).toRealPath();
      check(place, home.toAbsolutePath().normalize());
      removeStale(place, now);
      Scratch scratch =
          new Scratch(Files.createTempDirectory(place, PREFIX, OwnerOnly.folder(place)));
      for (Path folder : Set.of(scratch.work(), scratch.support(), scratch.temporary())) {
        Files.createDirectory(folder, OwnerOnly.folder(place));
      }
      return scratch;
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.SETUP,
          "cannot make a scratch directory in "
              + base
              + " (llm.scratch_folder): "
              + FileWords.of(e),
          e);
    }
  }

  /** Returns the working directory of the program. */
  Path work() {
    return root.resolve("work");
  }

  Path support() {
    return root.resolve("support");
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  Path prompt() {
    return root.resolve("prompt.txt");
  }

  Path stdout() {
    return root.resolve("stdout");
  }

  Path stderr() {
    return root.resolve("stderr");
  }

  /**
   * Copies an input into the working directory.
   *
   * @throws IllegalArgumentException when it is hidden: some program would take it for its settings
   */
  void copy(LlmRequest.Input input) throws IOException {
    for (Path part : Path.of(input.name())) {
      if (part.toString().startsWith(".")) {
        throw new IllegalArgumentException(input.name() + " is a hidden file");
      }
    }
    write(below(work(), input.name()), input.text());
  }

  /** Creates the folder of a file in the working directory. */
  void makeFolderOf(String name) throws IOException {
    Files.createDirectories(folderOf(below(work(), name)));
  }

  /** Writes a file of the program's own settings, or the prompt. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(folderOf(file));
    Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
  }

  /**
   * Returns a path below a folder.
   *
   * @throws IllegalArgumentException when it leads elsewhere
   */
  static Path below(Path folder, String name) {
    Path path = folder.resolve(name);
    boolean plain = !name.isEmpty() && path.startsWith(folder) && path.equals(path.normalize());
    if (!plain) {
      throw new IllegalArgumentException(name + " does not lie below the folder of the run");
    }
    return path;
  }

  @Override
  public void close() {
    OwnerOnly.deleteTree(root);
  }

  private static Path folderOf(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  private static void removeStale(Path base, Instant now) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(base, PREFIX + "*")) {
      for (Path entry : entries) {
        if (isStale(entry, now)) {
          OwnerOnly.deleteTree(entry);
        }
      }
    }
  }

  private static boolean isStale(Path entry, Instant now) {
    try {
      return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
          && Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
              .toInstant()
              .isBefore(now.minus(STALE_AFTER));
    } catch (IOException e) {
      // The folder belongs to another account, or was deleted meanwhile.
      return false;
    }
  }

  /**
   * Checks that a folder is suitable.
   *
   * @throws LlmException that names the obstacle
   */
  private static void check(Path folder, Path home) throws LlmException {
    Optional<Path> inTheWay = inTheWay(folder, home);
    if (inTheWay.isPresent()) {
      throw LlmException.setup(
          "coding CLIs must not run below a folder with "
              + inTheWay.get()
              + ": they would take it for their own; set llm.scratch_folder to a folder elsewhere");
    }
  }

  private static Optional<Path> inTheWay(Path folder, Path home) {
    for (Path above = folder; above != null; above = above.getParent()) {
      for (Set<String> names : sets(above.equals(home))) {
        for (String name : names) {
          Path candidate = above.resolve(name);
          if (Files.exists(candidate, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(candidate);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<Set<String>> sets(boolean isHome) {
    return isHome ? List.of(FOUND_ABOVE) : List.of(FOUND_ABOVE, FOUND_ABOVE_BUT_IN_THE_HOME);
  }
}
