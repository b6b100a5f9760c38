package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Files that hooks are executed from: a copy of each accepted script, and the launcher by which
 * hooks start this program.
 *
 * @param sbp the command that starts this program
 * @param jbang the path of JBang, if it is installed
 */
record HookExecutables(Node node, List<String> sbp, Optional<Path> jbang) {
  /** A folder name that no hook can have. */
  private static final String LAUNCHERS = ".bin";

  /** Returns whether the node has a hook or has ever run one. Opens no file. */
  static boolean isAny(Node node) {
    return HookScript.isAny(node)
        || node.disk().folders(copies(node)).stream().anyMatch(it -> !it.endsWith(LAUNCHERS));
  }

  private static Path copies(Node node) {
    return node.home().operational().resolve("hooks");
  }

  List<String> command(HookScript script) throws IOException {
    Path copy = copy(script);
    if (!script.isJava()) {
      return List.of(copy.toString());
    }
    return jbang
        .map(program -> List.of(program.toString(), copy.toString()))
        .orElseGet(
            () ->
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    copy.toString()));
  }

  /**
   * Compiles a Java hook, so that compilation does not use up the time of its first run. Without
   * JBang, the only compiler with a cache, it does nothing.
   *
   * @return the error, if there is one
   */
  Optional<String> compile(HookScript script, Map<String, String> variables)
      throws InterruptedException {
    if (!script.isJava() || jbang.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path copy = copy(script);
      Optional<String> problem =
          new HookCompiler(jbang.get(), variables)
              .problem(copy, script.file().getFileName().toString());
      if (problem.isPresent()) {
        OwnerOnly.deleteTree(copy.resolveSibling(""));
        // Deletes the folder only if it is empty: it may hold copies accepted earlier.
        boolean _ = copies(node).resolve(script.name()).toFile().delete();
      }
      return problem.map(it -> "it does not compile: " + it);
    } catch (IOException e) {
      throw new DiskException("cannot compile", script.file(), e);
    }
  }

  /**
   * Writes the executables before any process is started. On Linux, a file written while another
   * process is forked cannot be executed until that fork has run exec.
   */
  void prepare(HookScript script) {
    try {
      Path _ = copy(script);
      Path _ = launcher();
    } catch (IOException e) {
      throw new DiskException("cannot write a copy of", script.file(), e);
    }
  }

  /** Writes the script by which hooks start this program. Returns its path. */
  Path launcher() throws IOException {
    String text = "#!/bin/sh\nexec " + quoted(sbp) + " \"$@\"\n";
    Path launcher = copies(node).resolve(LAUNCHERS).resolve("sbp");
    return executable(launcher, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the path of the copy of the accepted script. All runs share it, and later changes of
   * the file do not affect it.
   */
  private Path copy(HookScript script) throws IOException {
    Path own = copies(node).resolve(script.name()).resolve(script.sha256().substring(0, 16));
    return executable(own.resolve(script.compilableName()), script.bytes());
  }

  private static Path executable(Path file, byte[] bytes) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(file), bytes)) {
      return file;
    }
    OwnerOnly.makeFolder(file.resolveSibling(""));
    Path fresh = Files.createTempFile(file.resolveSibling(""), "new", ".part");
    Files.write(fresh, bytes);
    if (fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
    }
    return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String quoted(List<String> words) {
    List<String> quoted = new ArrayList<>();
    words.forEach(word -> quoted.add(Quoting.shell(word)));
    return String.join(" ", quoted);
  }
}
