package org.sovereignbook.sbp.plugins.it;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A coding CLI as its makers publish it on npm, in the very version that was measured. Fetched once
 * into the user's cache folder; no install script runs, since the packages' programs are started
 * directly.
 *
 * @param name how tests call it
 * @param npmPackage the package that holds the program itself
 * @param program its path below {@code node_modules}
 */
record PublishedCli(String name, String npmPackage, String version, String program) {
  private static final long FETCH_TIMEOUT_SECONDS = 120;

  /** Thrown when this machine cannot have the program; tests are skipped with the message. */
  static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailableException(String message) {
      super(message);
    }
  }

  static PublishedCli claude() throws UnavailableException {
    return claude("2.1.330");
  }

  /** The newest that npm gives to Node 20; it lacks {@code --restricted}. */
  static PublishedCli olderClaude() throws UnavailableException {
    return claude("2.1.197");
  }

  private static PublishedCli claude(String version) throws UnavailableException {
    String npmPackage = "@anthropic-ai/claude-code-" + platform();
    return new PublishedCli("claude", npmPackage, version, npmPackage + "/claude");
  }

  static PublishedCli gemini() {
    String npmPackage = "@google/gemini-cli";
    return new PublishedCli("gemini", npmPackage, "0.61.0", npmPackage + "/bundle/gemini.js");
  }

  static PublishedCli opencode() throws UnavailableException {
    String npmPackage = "opencode-" + platform();
    return new PublishedCli("opencode", npmPackage, "1.18.33", npmPackage + "/bin/opencode");
  }

  /** The program, fetched if need be. */
  Path fetch() throws UnavailableException, InterruptedException {
    Path cache = cacheFolder();
    String folderName = (npmPackage + "-" + version).replace('/', '_').replace("@", "");
    Path folder = cache.resolve(folderName);
    Path installed = folder.resolve("node_modules").resolve(program);
    try {
      Files.createDirectories(cache);
      try (RandomAccessFile file =
              new RandomAccessFile(cache.resolve(folderName + ".lock").toFile(), "rw");
          var lock = file.getChannel().lock()) {
        if (lock.isValid() && !Files.exists(installed)) {
          install(cache, folder, folderName);
        }
      }
    } catch (IOException e) {
      throw new UnavailableException("cannot keep " + name + " in " + cache + ": " + e);
    }
    if (!Files.isRegularFile(installed)) {
      throw new UnavailableException(npmPackage + " " + version + " has no " + program);
    }
    return installed;
  }

  /**
   * Into a folder beside it first, so that an interrupted fetch leaves nothing that looks whole.
   */
  private void install(Path cache, Path folder, String folderName)
      throws IOException, UnavailableException, InterruptedException {
    Path partial = Files.createTempDirectory(cache, folderName + ".partial-");
    Path log = cache.resolve(folderName + ".log");
    List<String> command = new ArrayList<>(npm());
    command.addAll(
        List.of(
            "install",
            "--prefix",
            partial.toString(),
            "--ignore-scripts",
            "--omit=optional",
            "--no-audit",
            "--no-fund",
            "--no-save",
            npmPackage + "@" + version));
    Process npm;
    try {
      npm =
          new ProcessBuilder(command)
              .directory(partial.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new UnavailableException("npm is missing: " + e.getMessage());
    }
    npm.getOutputStream().close();
    boolean ended = npm.waitFor(FETCH_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      npm.descendants().forEach(ProcessHandle::destroyForcibly);
      npm.destroyForcibly();
    }
    if (!ended || npm.exitValue() != 0) {
      throw new UnavailableException(
          "npm could not fetch " + npmPackage + " " + version + "; see " + log);
    }
    Files.move(partial, folder);
  }

  /** On Windows npm is a script that only its command interpreter starts. */
  private static List<String> npm() {
    return isWindows() ? List.of("cmd", "/c", "npm") : List.of("npm");
  }

  private static Path cacheFolder() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("sbp-cli-it");
  }

  private static boolean isWindows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  /** As npm's packages name platforms. */
  private static String platform() throws UnavailableException {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String cpu =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64" -> "arm64";
          default ->
              throw new UnavailableException("no package for " + System.getProperty("os.arch"));
        };
    if (os.startsWith("linux")) {
      return "linux-" + cpu;
    }
    if (os.startsWith("mac")) {
      return "darwin-" + cpu;
    }
    throw new UnavailableException("no package for " + os + " is known to these tests");
  }
}
