package org.sovereignbook.sbp.node;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * This program's folders in the home of whoever runs it, by the XDG base directory specification or
 * what Windows and macOS have instead. Only names: a folder need not exist; it is empty for a user
 * without a home. Immutable.
 */
public record UserFolders(Map<String, String> environment, String operatingSystem) {
  private static final String PROGRAM = "sbp";

  /** Of whoever has this environment. */
  public static UserFolders of(Map<String, String> environment) {
    return new UserFolders(environment, OperatingSystem.name());
  }

  /** What is kept for good, such as plugins. */
  public Optional<Path> data() {
    boolean mac = operatingSystem.toLowerCase(Locale.ROOT).startsWith("mac");
    return folder("XDG_DATA_HOME", "", mac ? "Library/Application Support" : ".local/share");
  }

  /**
   * The file in a folder of {@link #data} that is about one node: outside of the node, where
   * whoever hands the node on cannot write. A node that moves is another one.
   */
  public Optional<Path> ofNode(String folder, NodeHome home) {
    String path = Ownership.real(home.root()).toString();
    String name = ContentHash.ofBytes(path.getBytes(StandardCharsets.UTF_8)).hex() + ".json";
    return data().map(base -> base.resolve(folder).resolve(name));
  }

  /** What can be made again. */
  public Optional<Path> cache() {
    return folder("XDG_CACHE_HOME", "cache", ".cache");
  }

  /** What was typed, and the like. */
  public Optional<Path> state() {
    return folder("XDG_STATE_HOME", "", ".local/state");
  }

  private Optional<Path> folder(String variable, String inWindows, String inHome) {
    return absolute(variable)
        .map(base -> base.resolve(PROGRAM))
        .or(() -> absolute("LOCALAPPDATA").map(base -> base.resolve(PROGRAM).resolve(inWindows)))
        .or(() -> absolute("HOME").map(home -> home.resolve(inHome).resolve(PROGRAM)))
        .map(Path::normalize);
  }

  /**
   * A folder that a variable names; as the specification has it, a relative one counts as unset.
   */
  public Optional<Path> absolute(String variable) {
    try {
      return Optional.of(environment.getOrDefault(variable, ""))
          .filter(value -> !value.isEmpty())
          .map(Path::of)
          .filter(Path::isAbsolute)
          .map(Path::normalize);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
