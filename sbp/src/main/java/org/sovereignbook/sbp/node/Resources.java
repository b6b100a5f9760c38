package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

  /** The text at this path, such as {@code prompts/CLAUDE-READER.md}. */
  public static String text(String path) {
    return find(path)
        .orElseThrow(() -> new IllegalStateException("this program was built without " + path));
  }

  /** The text at this path, if the program has one there. */
  public static Optional<String> find(String path) {
    try (InputStream in = Resources.class.getResourceAsStream("/" + path)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /**
   * A text below {@code templates/} with its <code>{{placeholders}}</code> filled in, once: what is
   * filled in is not looked at again.
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
