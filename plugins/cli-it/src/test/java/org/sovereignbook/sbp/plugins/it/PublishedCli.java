package org.sovereignbook.sbp.plugins.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A coding CLI as its makers publish it on npm, in the very version that was measured. {@code
 * scripts/fetch-coding-clis} fetches it into the user's cache folder; its program is started
 * directly.
 *
 * @param npmPackage the package that holds the program itself
 * @param program its path below {@code node_modules}
 */
public record PublishedCli(String npmPackage, String version, String program) {
  private static final String LIST = "/coding-clis.txt";

  /** Thrown when this machine does not have the program; tests are skipped with the message. */
  public static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailableException(String message) {
      super(message);
    }
  }

  /** The one that the list calls so. */
  public static PublishedCli named(String name) throws UnavailableException {
    String platform = platform();
    try (InputStream list = PublishedCli.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{platform}", platform)
          .replace("{triple}", triple(platform))
          .lines()
          .map(line -> line.split("\\s+"))
          .filter(words -> words[0].equals(name))
          .map(words -> new PublishedCli(words[1], words[2], words[3]))
          .findFirst()
          .orElseThrow(() -> new UnavailableException(LIST + " has no " + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The program, if it was fetched. */
  public Path installed() throws UnavailableException {
    String folder = (npmPackage + "-" + version).replace('/', '_').replace("@", "");
    Path installed = cacheFolder().resolve(folder).resolve("node_modules").resolve(program);
    if (!Files.isRegularFile(installed)) {
      throw new UnavailableException(
          npmPackage + " " + version + " is not there; to fetch it: scripts/fetch-coding-clis");
    }
    return installed;
  }

  private static Path cacheFolder() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("sbp-cli-it");
  }

  /** As Rust names them. */
  private static String triple(String platform) {
    String cpu = platform.endsWith("x64") ? "x86_64" : "aarch64";
    return cpu + (platform.startsWith("linux") ? "-unknown-linux-musl" : "-apple-darwin");
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
