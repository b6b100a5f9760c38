package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A list that the build makes of declarations, since reading those takes longer than most commands
 * run. It is a file on the class path with one entry a line. A program that was compiled without
 * the build, as JBang does it, has none, and reads the declarations. Thread-safe.
 */
public enum BuiltList {
  /** The arguments of frequently called commands. */
  COMMANDS("commands"),
  /** The tools that are commands of the program. */
  TOOLS("tools"),
  /** The keys of the program's settings. */
  SETTINGS("settings");

  private final String path;

  BuiltList(String name) {
    this.path = "META-INF/sbp/" + name;
  }

  /** Returns where the file lies on the class path. */
  public String path() {
    return path;
  }

  /** Returns the file's text, each line with its end; empty where there is none. */
  public Optional<String> text() {
    try (InputStream in = BuiltList.class.getClassLoader().getResourceAsStream(path)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
