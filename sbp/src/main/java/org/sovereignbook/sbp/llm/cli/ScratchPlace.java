package org.sovereignbook.sbp.llm.cli;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.llm.LlmException;

/**
 * Where scratch directories may lie. Coding CLIs look for a repository, for instructions and for
 * settings in every folder above their working directory, and some of what they find there is
 * executed; so there must be nothing of the kind.
 */
final class ScratchPlace {
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

  /** Where they are an account's own settings, in its home, they apply wherever the CLI runs. */
  private static final Set<String> FOUND_ABOVE_BUT_IN_THE_HOME =
      Set.of(".claude", ".gemini", ".opencode", ".codex", ".qwen", ".cursor", ".agents");

  private ScratchPlace() {}

  /**
   * Checks a folder.
   *
   * @throws LlmException that names what is in the way
   */
  static void check(Path folder, Path home) throws LlmException {
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
