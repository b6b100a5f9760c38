package org.sovereignbook.sbp.testkit.simulation;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * Faults that were mended in the history of this project, as small changes that put them back:
 * {@code faults-put-back.txt} lists them. A simulation that does not find them is no judge.
 */
final class FaultsPutBack {
  private static final String LIST = "faults-put-back.txt";

  private FaultsPutBack() {}

  /**
   * A fault.
   *
   * @param commit the commit that mended it, and its subject
   * @param seed the first one that finds it, from which it is looked for
   * @param file the source to change, relative to the checkout
   * @param pieces the texts to replace; white space does not matter
   */
  record Fault(String name, String commit, long seed, String file, List<Piece> pieces) {

    /** Returns the source with the fault; each text to replace has to be there once. */
    String putInto(String source) {
      String altered = source;
      for (Piece piece : pieces) {
        Matcher found = piece.pattern().matcher(altered);
        if (!found.find()) {
          throw new IllegalStateException(name + ": " + file + " has no " + piece.now());
        }
        int start = found.start();
        int end = found.end();
        if (found.find()) {
          throw new IllegalStateException(name + ": " + file + " has twice " + piece.now());
        }
        altered = altered.substring(0, start) + piece.then() + altered.substring(end);
      }
      return altered;
    }

    /** Compiles the source with the fault into a folder. */
    void compile(Path checkout, Path classes) {
      try {
        Path source = classes.resolveSibling(name + "-source").resolve(Path.of(file).getFileName());
        Files.createDirectories(source.getParent());
        Files.createDirectories(classes);
        Files.writeString(source, putInto(Files.readString(checkout.resolve(file))));
        int failed =
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString(),
                    source.toString());
        if (failed != 0) {
          throw new IllegalStateException(name + " does not compile");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A text of the source as it is, and the one that it replaces. */
  record Piece(String now, String then) {
    Pattern pattern() {
      return Pattern.compile(
          Arrays.stream(now.strip().split("\\s+"))
              .map(Pattern::quote)
              .collect(Collectors.joining("\\s+")));
    }
  }

  /** Returns all faults of the list. */
  static List<Fault> all() {
    try (InputStream list = FaultsPutBack.class.getResourceAsStream(LIST)) {
      return parse(new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Fault> parse(String text) {
    List<Fault> faults = new ArrayList<>();
    for (String block : text.split("\n\\s*\n")) {
      List<String> lines = block.lines().filter(line -> !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        faults.add(
            new Fault(
                value(lines, "fault "),
                value(lines, "commit "),
                Long.parseLong(value(lines, "seed ")),
                value(lines, "file "),
                pieces(lines)));
      }
    }
    return faults;
  }

  private static String value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(LIST + ": no " + name + "in " + lines));
  }

  private static List<Piece> pieces(List<String> lines) {
    List<Piece> pieces = new ArrayList<>();
    StringBuilder now = new StringBuilder();
    StringBuilder then = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("- ") && !then.isEmpty()) {
        pieces.add(new Piece(now.toString(), then.toString()));
        now.setLength(0);
        then.setLength(0);
      }
      if (line.startsWith("- ")) {
        now.append(line.substring(2)).append('\n');
      } else if (line.startsWith("+")) {
        then.append(line.substring(1)).append('\n');
      }
    }
    pieces.add(new Piece(now.toString(), then.toString()));
    return pieces;
  }

  /** Returns the class path with a folder before everything else. */
  static String classPathWith(Path folder) {
    return folder + File.pathSeparator + System.getProperty("java.class.path");
  }
}
