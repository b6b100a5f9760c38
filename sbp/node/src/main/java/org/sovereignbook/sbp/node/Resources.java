package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts that come with the program, by their path in its jar: {@code templates/}, {@code
 * prompts/} and {@code examples/demo/} of the repository, and the sources of the steps.
 */
public final class Resources {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z_]+)}}");

  private Resources() {}

  /** Returns the text at this path, such as {@code prompts/CLAUDE-READER.md}. */
  public static String text(String path) {
    return find(path)
        .orElseThrow(() -> new IllegalStateException("this program was built without " + path));
  }

  /** Returns the text at this path, if the program has one. */
  public static Optional<String> find(String path) {
    try {
      return bytes(Resources.class, "/" + path)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /** Returns the lines of all files at this path that jars and folders of the class path have. */
  public static List<String> lines(String path) {
    List<String> lines = new ArrayList<>();
    try {
      for (URL url : Collections.list(Resources.class.getClassLoader().getResources(path))) {
        new String(bytes(url), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
    return lines;
  }

  /** Returns the text of a file beside a class, in whatever jar it is. */
  public static String text(Class<?> beside, String file) {
    try {
      return bytes(beside, file)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .orElseThrow(() -> new IllegalStateException(file + " is missing beside " + beside));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Reads the resource at a path, as {@link Class#getResource} takes it, if there is one. */
  public static Optional<byte[]> bytes(Class<?> beside, String path) throws IOException {
    URL url = beside.getResource(path);
    return url == null ? Optional.empty() : Optional.of(bytes(url));
  }

  private static byte[] bytes(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    // The JDK keeps one open jar for all, and the class loader of a plugin that has read from it
    // closes it for all when the plugin ends.
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }

  /**
   * Returns the jar, or the folder of classes, that a class is loaded from. Its code source would
   * not do: a program that was moved and starts from an AOT cache has none.
   */
  public static Optional<Path> origin(Class<?> type) {
    String inside = type.getName().replace('.', '/') + ".class";
    String place = String.valueOf(type.getResource("/" + inside));
    String root = place.substring(0, Math.max(0, place.length() - inside.length()));
    try {
      return root.isEmpty()
          ? Optional.empty()
          : Optional.of(Path.of(URI.create(root.replaceFirst("^jar:(.*)!/$", "$1"))));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      // Not from a file.
      return Optional.empty();
    }
  }

  /**
   * Returns a text below {@code templates/} with its <code>{{placeholders}}</code> filled in, once:
   * placeholders in the values stay.
   */
  public static String fill(String template, Map<String, String> values) {
    Matcher matcher = PLACEHOLDER.matcher(text("templates/" + template));
    return matcher.replaceAll(
        found ->
            Matcher.quoteReplacement(
                Optional.ofNullable(values.get(found.group(1)))
                    .orElseThrow(
                        () ->
                            new IllegalStateException(
                                "template " + template + " wants " + found.group(1)))));
  }
}
