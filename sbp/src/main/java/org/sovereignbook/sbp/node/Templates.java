package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that come with the program: resources with <code>{{placeholders}}</code>. */
public final class Templates {
  private static final String FOLDER = "/org/sovereignbook/sbp/templates/";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z_]+)}}");

  private Templates() {}

  /** A template as it is. */
  public static String text(String name) {
    try (InputStream in =
        Optional.ofNullable(Templates.class.getResourceAsStream(FOLDER + name))
            .orElseThrow(() -> new IllegalStateException("no template " + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A template with its placeholders filled in, once: what is filled in is not looked at again. */
  public static String fill(String name, Map<String, String> values) {
    Matcher matcher = PLACEHOLDER.matcher(text(name));
    return matcher.replaceAll(
        found ->
            Matcher.quoteReplacement(
                Optional.ofNullable(values.get(found.group(1)))
                    .orElseThrow(
                        () ->
                            new IllegalStateException(
                                "template " + name + " wants " + found.group(1)))));
  }
}
