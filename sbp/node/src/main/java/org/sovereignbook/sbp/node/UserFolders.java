package org.sovereignbook.sbp.node;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * This program's folders in the user's home, by the XDG base directory specification or its
 * equivalents on Windows and macOS. Only names: a folder need not exist; it is empty for a user
 * without a home. Immutable.
 */
public record UserFolders(Map<String, String> environment, String operatingSystem) {
  private static final String PROGRAM = "sbp";

  /** Returns the folders in this environment. */
  public static UserFolders of(Map<String, String> environment) {
    return new UserFolders(environment, OperatingSystem.name());
  }

  /** Returns the folder of permanent data, such as plugins. */
  public Optional<Path> data() {
    boolean mac = operatingSystem.toLowerCase(Locale.ROOT).startsWith("mac");
    return folder("XDG_DATA_HOME", "", mac ? "Library/Application Support" : ".local/share");
  }

  /**
   * Returns the file in a folder of {@link #data} on one node: outside of the node, so that a
   * person who hands the node on cannot write it. A node that moves counts as another one.
   */
  public Optional<Path> ofNode(String folder, NodeHome home) {
    String path = Ownership.real(home.root()).toString();
    String name = ContentHash.ofBytes(path.getBytes(StandardCharsets.UTF_8)).hex() + ".json";
    Optional<Path> data = data();
    return data.isPresent()
        ? Optional.of(data.get().resolve(folder).resolve(name))
        : Optional.empty();
  }

  /** Returns the folder of data that can be made again. */
  public Optional<Path> cache() {
    return folder("XDG_CACHE_HOME", "cache", ".cache");
  }

  /** Returns the folder of state such as command histories. */
  public Optional<Path> state() {
    return folder("XDG_STATE_HOME", "", ".local/state");
  }

  /** Uses no lambdas: each look at a node comes by here, and loads a class for each. */
  private Optional<Path> folder(String variable, String inWindows, String inHome) {
    Optional<Path> own = absolute(variable);
    if (own.isPresent()) {
      return Optional.of(own.get().resolve(PROGRAM).normalize());
    }
    Optional<Path> windows = absolute("LOCALAPPDATA");
    if (windows.isPresent()) {
      return Optional.of(windows.get().resolve(PROGRAM).resolve(inWindows).normalize());
    }
    Optional<Path> home = absolute("HOME");
    return home.isPresent()
        ? Optional.of(home.get().resolve(inHome).resolve(PROGRAM).normalize())
        : Optional.empty();
  }

  /**
   * Returns a folder that a variable names; by the specification, a relative one counts as unset.
   */
  public Optional<Path> absolute(String variable) {
    try {
      Path path = Path.of(environment.getOrDefault(variable, ""));
      return path.isAbsolute() ? Optional.of(path.normalize()) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
